/** Syntax colours of one line, by a small scanner: enough to read by, quick enough for any length. */
export type Token = {
  readonly kind: "plain" | "keyword" | "string" | "number" | "comment" | "function" | "type";
  readonly text: string;
};

type Language = { readonly comment: string; readonly words: ReadonlySet<string> };

const splitWords = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const C_WORDS =
  "abstract as async await break case catch class const continue default delete do else enum export extends false final finally for from func function fn get go if impl implements import in instanceof interface internal let loop match mod module mut namespace new nil null of override package private protected pub public readonly return self set static struct super switch this throw throws trait true try type typeof undefined union unsafe use using var void volatile where while with yield";
const c: Language = { comment: "//", words: splitWords(C_WORDS) };
const script: Language = {
  comment: "#",
  words: splitWords(
    "and as assert async await begin break case class continue def del do done elif else end ensure esac except exit export fi finally for from function global if import in is lambda local module nil None not or pass raise require rescue return self set then True False try unless until while with yield true false null",
  ),
};
const sql: Language = {
  comment: "--",
  words: splitWords(
    "select from where insert into values update set delete create table index drop alter add join left right inner on as and or not null primary key references unique order by group having limit begin commit",
  ),
};
const none: Language = { comment: "\0", words: new Set() };

const languages: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(
    "ts tsx js jsx mjs cjs mts cts go rs java kt swift c h cc cpp hpp cs scala dart php css scss less json jsonc proto"
      .split(" ")
      .map((end) => [end, c]),
  ),
  ...Object.fromEntries(
    "py rb sh bash zsh yaml yml toml ini conf dockerfile makefile pl ex exs tf".split(" ").map((end) => [end, script]),
  ),
  sql,
};

export function findLanguage(path: string): Language {
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  return languages[name.split(".").at(-1) ?? ""] ?? none;
}

const LONG = 2_000;
const SCAN =
  /("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(\b\d[\w.]*)|([A-Za-z_$][\w$]*)(\s*\()?|([^"'`\w$]+)/g;

export function tokenizeLine(text: string, language: Language): readonly Token[] {
  if (text.length > LONG || language === none) return [{ kind: "plain", text }];
  const start = findCommentStart(text, language.comment);
  const code = start < 0 ? text : text.slice(0, start);
  if (/^\s*(\*|\/\*)/.test(text)) return [{ kind: "comment", text }];
  const tokens = [...code.matchAll(SCAN)].flatMap((match) => toToken(match, language));
  return start < 0 ? tokens : [...tokens, { kind: "comment", text: text.slice(start) }];
}

function toToken([whole, string, number, word, call]: RegExpExecArray, { words: known }: Language): readonly Token[] {
  if (string !== undefined) return [{ kind: "string", text: whole }];
  if (number !== undefined) return [{ kind: "number", text: whole }];
  if (word === undefined) return [{ kind: "plain", text: whole }];
  const rest: readonly Token[] = call === undefined ? [] : [{ kind: "plain", text: call }];
  if (known.has(word) || known.has(word.toLowerCase())) return [{ kind: "keyword", text: word }, ...rest];
  if (call !== undefined) return [{ kind: "function", text: word }, ...rest];
  return [{ kind: /^[A-Z]/.test(word) ? "type" : "plain", text: word }];
}

/** Not one inside a string. */
function findCommentStart(text: string, mark: string): number {
  let quote: string | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === "\\") index += 1;
    else if (quote !== null) quote = char === quote ? null : quote;
    else if (text.startsWith(mark, index) && (mark !== "#" || /^$|\s/.test(text.charAt(index - 1)))) return index;
    else if ("\"'`".includes(char)) quote = char;
  }
  return -1;
}
