import type { Command } from "commander";
import { defineActions, type VerbAction } from "../../run/actions.ts";
import { connect } from "../../daemon/connect.ts";
import { openInBrowser } from "../../open-browser.ts";
import type { Io } from "../../render/io.ts";
import { buildQrCode } from "../../../lib/qr/qr-code.ts";
import { formatLink } from "../../render/paint.ts";
import { drawQrCode } from "../../render/qr-lines.ts";
import { showAnswer } from "../../show.ts";
import { formatBrowsers } from "../../views/browsers.ts";
import { WrongUse } from "../../run/wrong-use.ts";
import { READ } from "./list.ts";

export const examples = [
  ["ao dashboard", "open it in the browser, signed in"],
  ["ao dashboard --link", "print a link that signs in once, and its QR code"],
  ["ao dashboard --json", "the same link, for scripts"],
  ["ao dashboard browsers", "which browsers are signed in"],
  ["ao dashboard sign-out --all", "sign every browser out"],
] as const;

export function define(command: Command, io: Io): void {
  command.option("--link", "print the link and its QR code instead of opening it");
  defineActions(command, io, [createBrowsersAction(io), signOutAction(io)], () =>
    openDashboard(io, command.opts()["link"] === true),
  );
}

async function openDashboard(io: Io, isLink: boolean): Promise<void> {
  const client = await connect(io);
  const { url } = await client.loginTicket({});
  if (io.json) return io.print(JSON.stringify({ url }));
  const isOpened = !isLink && io.answer.isTerminal && (await openInBrowser(io, url));
  if (isOpened) return io.print(`opened ${formatLink(new URL(url).origin, io.answer)}`);
  io.print(io.answer.isTerminal ? formatLink(url, io.answer) : url);
  if (!io.answer.isTerminal) return;
  for (const line of isLink ? drawCode(url, io.answer) : []) io.print(line);
  io.tell("It signs a browser in once, within a minute.");
  if (isLink && isLoopback(url))
    io.tell(
      "Only this machine reaches it; for a phone set server.host, or put a tunnel in front: ao config-help server",
    );
}

/** For the camera of a phone; nothing where it cannot be drawn. */
function drawCode(url: string, { width, hasAsciiSymbols }: Io["answer"]): readonly string[] {
  const code = hasAsciiSymbols ? null : buildQrCode(url);
  const lines = code === null ? [] : drawQrCode(code);
  return (lines[0]?.length ?? 0) > width ? [] : lines;
}

const isLoopback = (url: string): boolean => /^(127\.[\d.]+|localhost|\[::1\])$/.test(new URL(url).hostname);

const createBrowsersAction = (io: Io): VerbAction => ({
  usage: "browsers",
  summary: "show which browsers are signed in",
  examples: [
    ["ao dashboard browsers", "since when, and when each was seen last"],
    ["ao dashboard browsers --json", "the same, for scripts"],
  ],
  define: (command) =>
    void command.action(async () => {
      const client = await connect(io);
      const browsers = await client.listBrowsers({}, READ);
      showAnswer(io, {
        json: () => browsers,
        records: () => browsers.map(({ id, name, since, lastSeen, until }) => [id, name, since, lastSeen, until]),
        lines: (pen) => formatBrowsers(browsers, io.now(), pen),
      });
    }),
});

const signOutAction = (io: Io): VerbAction => ({
  usage: "sign-out BROWSER... | --all",
  summary: "sign browsers out; their pages and terminals end at once",
  examples: [
    ["ao dashboard sign-out 3f2a9c71d0be", "one of ao dashboard browsers"],
    ["ao dashboard sign-out --all", "every one"],
  ],
  define: (command) =>
    void command
      .argument("[browser...]", "an id that ao dashboard browsers shows")
      .option("--all", "every browser")
      .action((ids: readonly string[], { all = false }: { readonly all?: boolean }) => signOut(io, ids, all)),
});

async function signOut(io: Io, ids: readonly string[], isAll: boolean): Promise<void> {
  if (isAll === ids.length > 0)
    throw new WrongUse("name the browsers to sign out, or give --all; nobody was signed out", {
      try: ["ao dashboard browsers", "ao dashboard sign-out --all"],
    });
  const client = await connect(io);
  if (!isAll) for (const id of ids) await client.signOut({ id });
  const count = isAll ? (await client.signOutAll({})).signedOut : ids.length;
  const words =
    count === 0 ? "no browser was signed in" : `${count} ${count === 1 ? "browser" : "browsers"} signed out`;
  io.print(io.json ? JSON.stringify({ signedOut: count }) : words);
}
