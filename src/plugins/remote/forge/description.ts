/** What a pull or merge request says: the task, and below it what people want to know of where it comes from. */
import type { PublishRequest } from "../../../slots/scm.ts";
import type { References } from "../../shared/references.ts";
import { mark } from "../own-mark.ts";

const BEGIN = "<!-- ao-about -->";
const END = "<!-- /ao-about -->";

/** An issue of this repository is written so that the forge links it. */
export function descriptionOf({ body, session, trailers = [] }: PublishRequest, references: References): string {
  const facts = [`Session: ${session}`, ...trailers].map((line) => {
    const number = /^Issue: /.test(line) ? references.numberOf(line.slice("Issue: ".length)) : null;
    return number === null ? `- ${line}` : `- Issue: #${number}`;
  });
  return [body, [BEGIN, ...facts, END].join("\n"), mark(`change:${session}`)].join("\n\n");
}

/** The task alone, as it belongs into history and before people's eyes here. */
export function taskIn(description: string): string {
  const begin = description.indexOf(BEGIN);
  const end = description.indexOf(END);
  const without =
    begin < 0 || end < begin ? description : description.slice(0, begin) + description.slice(end + END.length);
  return without.replaceAll(/<!--[\s\S]*?-->/g, "").trim();
}
