import { announced, dismiss, notices } from "../data/notices.ts";
import { useAll } from "../lib/external-store.ts";
import { Link } from "../lib/link.tsx";
import { Glyph } from "../parts/glyph.tsx";

/** What came of the reader's own deeds, and one polite voice for screen readers. */
export function Notices() {
  const shown = useAll(notices);
  const words = useAll(announced);
  return (
    <>
      <div className="notices">
        {shown.map(({ id, tone, text, advice, link }) => (
          <div key={id} className={`notice ${tone}`}>
            <Glyph name={tone === "failed" ? "failed" : "done"} isNamed={false} />
            <div className="notice-text">
              <p>{text}</p>
              {advice !== null && <code>{advice}</code>}
              {link !== null && (
                <Link className="link" href={link.href}>
                  {link.text}
                </Link>
              )}
            </div>
            <button className="button plain" onClick={() => dismiss(id)}>
              Close
            </button>
          </div>
        ))}
      </div>
      <div className="unseen" role="status" aria-live="polite">
        {words}
      </div>
    </>
  );
}
