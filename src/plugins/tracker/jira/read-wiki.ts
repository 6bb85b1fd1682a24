/** Wiki text (Jira Server) as Markdown. */
export function readWiki(wiki: string): string {
  const parts = wiki.replaceAll("\r\n", "\n").split(/(\{(?:code|noformat)(?::[^}\n]*)?\})/);
  const out: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const opening = /^\{(code|noformat)(?::([^}\n]*))?\}$/.exec(parts[at] ?? "");
    if (opening === null) {
      out.push(convertLines(parts[at] ?? ""));
      continue;
    }
    // What is never closed is code to its end.
    out.push(fenceCode(parts[at + 1] ?? "", parseLanguage(opening[2] ?? "")));
    at += 2;
  }
  return out
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}

function fenceCode(text: string, language: string): string {
  const fence = text.includes("```") ? "````" : "```";
  return `${fence}${language}\n${text.replace(/^\n|\n$/g, "")}\n${fence}`;
}

/** `java`, `title=x|java` or `borderStyle=solid`: only a word is a language. */
const parseLanguage = (options: string): string => options.split("|").find((one) => /^[\w+#.-]+$/.test(one)) ?? "";

function convertLines(text: string): string {
  let isQuoted = false;
  return text
    .split("\n")
    .flatMap((line): readonly string[] => {
      if (/^\s*\{quote\}\s*$/.test(line)) {
        isQuoted = !isQuoted;
        return [""];
      }
      const plain = convertLine(line);
      return [isQuoted ? `> ${plain}`.trimEnd() : plain];
    })
    .join("\n");
}

function convertLine(line: string): string {
  const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line);
  if (heading !== null) return `${"#".repeat(Number(heading[1]))} ${convertInline(heading[2] ?? "")}`;
  const item = /^\s*([*#-]+)\s+(.*)$/.exec(line);
  if (item !== null) {
    const marks = item[1] ?? "*";
    return `${"  ".repeat(marks.length - 1)}${marks.endsWith("#") ? "1." : "-"} ${convertInline(item[2] ?? "")}`;
  }
  if (/^\s*-{4,}\s*$/.test(line)) return "---";
  const quoted = /^\s*bq\.\s+(.*)$/.exec(line);
  if (quoted !== null) return `> ${convertInline(quoted[1] ?? "")}`;
  return convertInline(line);
}

const CODE = /\{\{(.+?)\}\}/;

/** Code is cut out first: nothing in it is a mark. */
function convertInline(text: string): string {
  const match = CODE.exec(text);
  if (match === null) return convertMarks(text);
  const after = text.slice(match.index + match[0].length);
  return `${convertMarks(text.slice(0, match.index))}\`${match[1] ?? ""}\`${convertInline(after)}`;
}

function convertMarks(text: string): string {
  return text
    .replaceAll(/\[([^\]|\n]+)\|(https?:\/\/[^\]|\s]+)(?:\|[^\]]*)?\]/g, "[$1]($2)")
    .replaceAll(/\[(https?:\/\/[^\]|\s]+)\]/g, "<$1>")
    .replaceAll(/\[~([\w.@:-]+)\]/g, "@$1")
    .replaceAll(/(?<![\w*\\])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])/g, "**$1**")
    .replaceAll(/(?<![\w_\\])_([^_\s](?:[^_\n]*[^_\s])?)_(?![\w_])/g, "*$1*")
    .replaceAll(/(?<![\w\-\\])-([^-\s](?:[^-\n]*[^-\s])?)-(?![\w-])/g, "~~$1~~")
    .replaceAll(/!([^!\s|]+\.\w{2,5})(?:\|[^!\n]*)?!/g, "[attachment $1]")
    .replaceAll(/\{(?:color(?::[^}]*)?|panel(?::[^}]*)?|anchor:[^}]*)\}/g, "")
    .replaceAll(/\\([{}[\]*_-])/g, "$1");
}
