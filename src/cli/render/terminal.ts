/** What the terminal at the other end of a stream can show. Found out once; everything that is printed obeys. */

export type Terminal = {
  /** A person reads it. Else a program does: records, no cutting, no hints. */
  readonly isTerminal: boolean;
  /** Columns. Under `NARROW` there is one field a line. */
  readonly width: number;
  readonly hasColour: boolean;
  /** Plain symbols: an old terminal, or one that draws ours two columns wide. */
  readonly hasAsciiSymbols: boolean;
  /** Nothing but ASCII can be shown, in words from outside neither. */
  readonly isAsciiOnly: boolean;
  readonly hasLinks: boolean;
  /** A line can be written over. */
  readonly canRedraw: boolean;
};

export const NARROW = 60;
const WIDTH_UNKNOWN = 80;

type Stream = { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };
type Surroundings = {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** `--no-color` was given. */
  readonly noColour: boolean;
};

export function describeTerminal(stream: Stream, { env, platform, noColour }: Surroundings): Terminal {
  const isTerminal = stream.isTTY === true;
  const canSteer = isTerminal && env["TERM"] !== "dumb";
  return {
    isTerminal,
    width: stream.columns === undefined || stream.columns <= 0 ? WIDTH_UNKNOWN : stream.columns,
    hasColour: !noColour && hasColour(env, canSteer),
    ...chooseSymbols(env, platform),
    hasLinks: canSteer && !noColour && canDrawLinks(env),
    canRedraw: canSteer,
  };
}

function chooseSymbols(env: NodeJS.ProcessEnv, platform: NodeJS.Platform) {
  const wanted = wantsAscii(env);
  const locale = findLocale(env, platform);
  const isAsciiOnly = wanted ?? !locale.isUnicode;
  const isOld = env["TERM"] === "dumb" || env["TERM"] === "linux";
  return { isAsciiOnly, hasAsciiSymbols: wanted ?? (isAsciiOnly || isOld || locale.isEastAsian) };
}

/** `AO_ASCII=1` and `AO_ASCII=0` decide; without it the locale does. */
function wantsAscii(env: NodeJS.ProcessEnv): boolean | null {
  const said = env["AO_ASCII"];
  return said === undefined || said === "" ? null : said !== "0";
}

function hasColour(env: NodeJS.ProcessEnv, canShowIt: boolean): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  if (isSet(env["FORCE_COLOR"])) return env["FORCE_COLOR"] !== "0";
  return canShowIt;
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

function findLocale(env: NodeJS.ProcessEnv, platform: NodeJS.Platform) {
  const named = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find(isSet) ?? "C";
  return {
    // Windows has no such variables, and its terminals show Unicode.
    isUnicode: platform === "win32" || /utf-?8/i.test(named),
    isEastAsian: /^(zh|ja|ko)/i.test(named),
  };
}

/** Terminals that say they draw links; others print the bare address. */
function canDrawLinks(env: NodeJS.ProcessEnv): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  const program = env["TERM_PROGRAM"] ?? "";
  return (
    ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].includes(program) ||
    isSet(env["WT_SESSION"]) ||
    isSet(env["KITTY_WINDOW_ID"]) ||
    Number(env["VTE_VERSION"] ?? 0) >= 5000
  );
}
