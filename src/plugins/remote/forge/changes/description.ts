/** What a pull or merge request says: the task, and below it what people want to know of where it comes from. */
import type { PublishRequest } from "../../../../slots/scm.ts";
import type { References } from "../../../shared/references.ts";
import { mark } from "../../text/own-mark.ts";

const BEGIN = "<!-- ao-about -->";
const END = "<!-- /ao-about -->";

export function writeDescription(request: PublishRequest, references: References): string {
  return [request.body, describeAbout(request, references), mark(`change:${request.session}`)].join("\n\n");
}

/** Where a change comes from and what it took. */
export type ChangeOrigin = Pick<PublishRequest, "session" | "trailers" | "evidence">;

/** An issue of this repository is written so that the forge links it. */
function describeAbout({ session, trailers = [], evidence = [] }: ChangeOrigin, references: References): string {
  const facts = [`Session: ${session}`, ...trailers, ...evidence].map((line) => {
    const number = /^Issue: /.test(line) ? references.numberOf(line.slice("Issue: ".length)) : null;
    return number === null ? `- ${line}` : `- Issue: #${number}`;
  });
  return [BEGIN, ...facts, END].join("\n");
}

/** The same with what is known now; a text that people have written anew stays as it is. */
export function replaceAbout(description: string, about: ChangeOrigin, references: References): string {
  const [begin, end] = [description.indexOf(BEGIN), description.indexOf(END)];
  if (begin < 0 || end < begin) return description;
  return description.slice(0, begin) + describeAbout(about, references) + description.slice(end + END.length);
}

/** The task alone, as it belongs into history and before people's eyes here. */
export function findTask(description: string): string {
  const begin = description.indexOf(BEGIN);
  const end = description.indexOf(END);
  const without =
    begin < 0 || end < begin ? description : description.slice(0, begin) + description.slice(end + END.length);
  return without.replaceAll(/<!--[\s\S]*?-->/g, "").trim();
}
