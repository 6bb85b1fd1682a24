import type { Command } from "commander";
import { connect } from "../connect.ts";
import { openInBrowser } from "../open-browser.ts";
import type { Io } from "../render/io.ts";
import { qrCode } from "../../lib/qr-code.ts";
import { link } from "../render/paint.ts";
import { qrLines } from "../render/qr-lines.ts";

export const examples = [
  ["ao dashboard", "open it in the browser, signed in"],
  ["ao dashboard --link", "print a link that signs in once, and its QR code"],
  ["ao dashboard --json", "the same link, for scripts"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .option("--link", "print the link and its QR code instead of opening it")
    .action((options: { readonly link?: boolean }) => dashboard(io, options.link === true));
}

async function dashboard(io: Io, isLink: boolean): Promise<void> {
  const client = await connect(io);
  const { url } = await client.loginTicket({});
  if (io.json) return io.print(JSON.stringify({ url }));
  const isOpened = !isLink && io.answer.isTerminal && (await openInBrowser(io, url));
  if (isOpened) return io.print(`opened ${link(new URL(url).origin, io.answer)}`);
  io.print(io.answer.isTerminal ? link(url, io.answer) : url);
  if (!io.answer.isTerminal) return;
  for (const line of isLink ? codeOf(url, io.answer) : []) io.print(line);
  io.tell("It signs a browser in once, within a minute.");
  if (isLink && isLoopback(url))
    io.tell(
      "Only this machine reaches it; for a phone set server.host, or put a tunnel in front: ao config-help server",
    );
}

/** For the camera of a phone; nothing where it cannot be drawn. */
function codeOf(url: string, { width, hasAsciiSymbols }: Io["answer"]): readonly string[] {
  const code = hasAsciiSymbols ? null : qrCode(url);
  const lines = code === null ? [] : qrLines(code);
  return (lines[0]?.length ?? 0) > width ? [] : lines;
}

const isLoopback = (url: string): boolean => /^(127\.[\d.]+|localhost|\[::1\])$/.test(new URL(url).hostname);
