import type { Command } from "commander";
import { connect } from "../connect.ts";
import { openInBrowser } from "../open-browser.ts";
import type { Io } from "../render/io.ts";
import { link } from "../render/paint.ts";

export const examples = [
  ["ao dashboard", "open it in the browser, signed in"],
  ["ao dashboard --link", "print a link that signs in once, within a minute"],
  ["ao dashboard --json", "the same link, for scripts"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .option("--link", "print the link instead of opening it")
    .action((options: { readonly link?: boolean }) => dashboard(io, options.link === true));
}

async function dashboard(io: Io, isLink: boolean): Promise<void> {
  const client = await connect(io);
  const { url } = await client.loginTicket({});
  if (io.json) return io.print(JSON.stringify({ url }));
  const isOpened = !isLink && io.answer.isTerminal && (await openInBrowser(io, url));
  if (isOpened) return io.print(`opened ${link(new URL(url).origin, io.answer)}`);
  io.print(io.answer.isTerminal ? link(url, io.answer) : url);
  if (io.answer.isTerminal) io.tell("It signs a browser in once, within a minute.");
}
