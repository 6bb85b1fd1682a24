/** A list shows what is known: where the last look at a tracker or forge failed, that is said before it. */
import type { Client } from "../protocol/client/create-client.ts";
import type { Io } from "./render/io.ts";
import { tellSentence } from "./render/tell.ts";
import { READ } from "./verbs/look/list.ts";
import { describeUnread } from "./views/unread.ts";

export type Listing = { readonly of: "issues" | "changes"; readonly project: string | undefined };

/** True: something was not read, so that what is missing says nothing. */
export async function warnOfUnread(io: Io, client: Client, { of, project }: Listing): Promise<boolean> {
  const unread = await client.unread(project === undefined ? {} : { project }, READ);
  const ours = unread.filter(({ what }) => what === of || what === "all");
  for (const one of ours) tellSentence(io, `warning: ${describeUnread(one)}`);
  return ours.length > 0;
}
