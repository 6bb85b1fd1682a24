import { memo } from "react";
import { findLanguage, tokenizeLine, type Token } from "./colour.ts";
import type { RemarkDraft } from "./drafts.ts";
import type { DiffLine } from "./patch.ts";
import type { LinePair } from "./rows.ts";

type Common = {
  readonly path: string;
  readonly isAt: boolean;
  /** What is looked for, in small letters; empty: nothing. */
  readonly find: string;
  readonly onWrite: (draft: RemarkDraft) => void;
};

const signs = { added: "+", removed: "−", same: " ", hunk: " ", note: " " } as const;

export const Line = memo(function Line({ path, line, isAt, find, onWrite }: Common & { readonly line: DiffLine }) {
  const { kind, text, old } = line;
  if (kind === "hunk") return <div className="diff-hunk mono">{text === "" ? "⋯" : `⋯ ${text}`}</div>;
  return (
    <div className={`diff-line ${kind} ${isAt ? "at" : ""}`}>
      <span className="line-no">{old ?? ""}</span>
      <LineNumber path={path} line={line} onWrite={onWrite} />
      <Code path={path} line={line} find={find} />
    </div>
  );
});

export const Pair = memo(function Pair({ path, before, after, isAt, find, onWrite }: Common & LinePair) {
  return (
    <div className={`diff-pair ${isAt ? "at" : ""}`}>
      <div className={`diff-half ${before === null ? "nothing" : before.kind}`}>
        <span className="line-no">{before?.old ?? ""}</span>
        {before !== null && <Code path={path} line={before} find={find} />}
      </div>
      <div className={`diff-half ${after === null ? "nothing" : after.kind}`}>
        {after === null ? <span className="line-no" /> : <LineNumber path={path} line={after} onWrite={onWrite} />}
        {after !== null && <Code path={path} line={after} find={find} />}
      </div>
    </div>
  );
});

type NumberProps = Pick<Common, "path" | "onWrite"> & { readonly line: DiffLine };

function LineNumber({ path, line: { now, kind }, onWrite }: NumberProps) {
  if (now === null || kind === "note") return <span className="line-no">{""}</span>;
  return (
    <button
      className="line-no"
      onClick={() => onWrite({ path, line: now, text: "" })}
      tabIndex={-1}
      aria-label={`Comment on line ${now}`}
    >
      {now}
    </button>
  );
}

type CodeProps = Pick<Common, "path" | "find"> & { readonly line: DiffLine };

function Code({ path, line: { kind, text }, find }: CodeProps) {
  return (
    <>
      <span className="line-sign" aria-hidden>
        {signs[kind]}
      </span>
      <code className="line-text">
        {markHits(tokenizeLine(text, findLanguage(path)), text, find).map(
          ({ kind: colour, text: part, isFound }, index) =>
            isFound ? (
              <mark key={index} className={`tok-${colour}`}>
                {part}
              </mark>
            ) : colour === "plain" ? (
              part
            ) : (
              <span key={index} className={`tok-${colour}`}>
                {part}
              </span>
            ),
        )}
      </code>
    </>
  );
}

type Marked = Token & { readonly isFound: boolean };

/** The same tokens, cut where what is looked for begins and ends. */
function markHits(tokens: readonly Token[], text: string, find: string): readonly Marked[] {
  if (find === "" || !text.toLowerCase().includes(find)) return tokens.map((token) => ({ ...token, isFound: false }));
  const isFound = createHitTest(text.toLowerCase(), find);
  let at = 0;
  return tokens.flatMap(({ kind, text: part }): readonly Marked[] => {
    const pieces: Marked[] = [];
    let from = 0;
    for (let index = 1; index <= part.length; index += 1) {
      const here = isFound(at + index - 1);
      if (index < part.length && isFound(at + index) === here) continue;
      pieces.push({ kind, text: part.slice(from, index), isFound: here });
      from = index;
    }
    at += part.length;
    return pieces;
  });
}

function createHitTest(text: string, find: string): (position: number) => boolean {
  const starts: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) starts.push(at);
  return (position) => starts.some((start) => position >= start && position < start + find.length);
}
