import type { StatusView } from "../../../src/protocol/session/status.ts";

type Checks = NonNullable<StatusView["progress"]["checks"]>;

const SHOWN_MAX = 8;

/** A mark a check, told apart by shape: square passed, cross failed, ring not finished. */
export function CheckMarks({ passed, failed, of }: Checks) {
  const marks = [
    ...Array.from({ length: failed }, () => "failed" as const),
    ...Array.from({ length: passed }, () => "passed" as const),
    ...Array.from({ length: Math.max(0, of - passed - failed) }, () => "open" as const),
  ];
  const words = `checks: ${passed} of ${of} passed${failed > 0 ? `, ${failed} failed` : ""}`;
  return (
    <span className="marks" role="img" aria-label={words} title={words}>
      {marks.slice(0, SHOWN_MAX).map((mark, index) => (
        <svg key={index} viewBox="0 0 8 8" width="8" height="8" className={`mark-${mark}`} aria-hidden>
          {mark === "passed" && <path d="M.5.5h7v7h-7z" fill="currentColor" />}
          {mark === "failed" && <path d="m1 1 6 6m0-6L1 7" stroke="currentColor" strokeWidth="2" />}
          {mark === "open" && <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="1.4" />}
        </svg>
      ))}
      <span className="marks-count" aria-hidden>
        {passed}/{of}
      </span>
    </span>
  );
}
