import { formatClockTime, formatExactTime } from "../lib/words.ts";

type Props = { readonly by: string; readonly at: string; readonly text: string; readonly ours?: boolean };

/** What somebody said, with who and when. */
export function Remark({ by, at, text, ours = false }: Props) {
  return (
    <article className={`message ${ours ? "ours" : "person"}`}>
      <header className="message-head">
        <b>{by}</b>
        <time className="quiet" dateTime={at} title={formatExactTime(at)}>
          {formatClockTime(at)}
        </time>
      </header>
      <div className="message-text">{text}</div>
    </article>
  );
}
