import { useState } from "react";
import type { SessionView } from "../../../src/protocol/session/session.ts";
import { ActButton } from "../board/card-acts.tsx";
import { getSince } from "../board/arrange.ts";
import { useMute } from "../data/connection.ts";
import { isOrder, sendOrder, useIsUnderWay, type SessionOrder } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { Link } from "../lib/link.tsx";
import { Age } from "../parts/age.tsx";
import { Glyph, chooseStatusGlyph, glyphWords } from "../parts/glyph.tsx";
import { useBeat } from "../parts/use-beat.ts";
import type { TabName } from "./tabs.tsx";
import { openStop } from "../shell/overlays.ts";
import { copy } from "../shell/palette-rows.ts";

/** Who it is, the one sentence, and the one button that resolves it. */
export function SessionHead({ session, tab }: { readonly session: SessionView; readonly tab: TabName }) {
  const { id, title, issue, change, attention } = session;
  const act = attention.act.find(({ enabled }) => enabled) ?? attention.act[0];
  // Where it is done, the button itself is in view.
  const primary = doneIn[tab]?.includes(act?.verb ?? "") === true ? undefined : act;
  const beat = useBeat(id);
  return (
    <header className="session-head">
      <div className="session-line">
        <Link href="/" className="back" aria-label="Back to the board">
          ‹<span className="back-name"> Board</span>
        </Link>
        <h1 className="cut" title={title}>
          {title}
        </h1>
        <span className="mono quiet session-id cut" title={id}>
          {id}
        </span>
        {issue !== null && <span className="quiet session-ref">#{issue}</span>}
        {change !== null && <span className="quiet session-ref">change {change.id.replace(/^.*[#!]/, "")}</span>}
        <span className="grow" />
        <Menu session={session} />
      </div>
      <div className="session-line why-line">
        <Glyph name={chooseStatusGlyph(session)} beat={beat} isNamed={false} />
        <span className="state-word">{glyphWords[chooseStatusGlyph(session)]}</span>
        <span className="quiet">
          · <Age of={getSince(session)} />
        </span>
        <p className="session-why" data-why>
          {attention.why}
        </p>
        {primary !== undefined && (
          <span className="session-act">
            <ActButton status={session} act={primary} />
          </span>
        )}
      </div>
    </header>
  );
}

const doneIn: Readonly<Partial<Record<TabName, readonly string[]>>> = {
  changes: ["review", "diff", "land"],
  terminal: ["attach"],
};

const menuOrders: readonly (readonly [SessionOrder, string])[] = [
  ["interrupt", "Interrupt"],
  ["pause", "Pause"],
  ["resume", "Resume"],
  ["restart", "Restart agent"],
  ["release", "Hand back"],
  ["restore", "Restore session"],
];

/** All that can be done beside the one thing; nothing here is primary. */
function Menu({ session }: { readonly session: SessionView }) {
  const [isOpen, setOpen] = useState(false);
  const { id, phase, attention } = session;
  const primary = attention.act.find(({ enabled }) => enabled)?.verb;
  const isLive = phase !== "ended" && phase !== "ending";
  const fits = findFittingOrders(session);
  // What the one button does is not offered twice.
  const offered = menuOrders.filter(([verb]) => fits[verb] && verb !== "interrupt" && verb !== primary);
  if (!isLive && offered.length === 0) return null;
  return (
    <div className="menu-box" onKeyDown={({ key }) => key === "Escape" && setOpen(false)}>
      {fits.interrupt && primary !== "interrupt" && <OrderButton id={id} verb="interrupt" label="Interrupt" />}
      <button className="button" aria-expanded={isOpen} aria-label="More to do" onClick={() => setOpen(!isOpen)}>
        ⋯
      </button>
      {isOpen && (
        <div className="menu panel" onClick={() => setOpen(false)}>
          {offered.map(([verb, label]) => (
            <OrderButton key={verb} id={id} verb={verb} label={label} />
          ))}
          {isLive && (
            <button className="button plain" onClick={() => copy(`ao attach ${id}`)}>
              Copy attach command
            </button>
          )}
          {isLive && (
            <button className="button plain" onClick={() => openStop(id)}>
              Stop session…
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function findFittingOrders({ phase, hold }: SessionView): Readonly<Record<SessionOrder, boolean>> {
  const isLive = phase !== "ended" && phase !== "ending";
  return {
    interrupt: phase === "working" || phase === "asking",
    pause: isLive && hold === null,
    resume: hold === "pause" || hold === "trouble",
    restart: isLive,
    release: hold === "take_over",
    restore: phase === "ended",
  };
}

type OrderProps = { readonly id: string; readonly verb: SessionOrder; readonly label: string };

function OrderButton({ id, verb, label }: OrderProps) {
  const mute = useMute();
  const isBusy = useIsUnderWay(id, verb);
  return (
    <button
      className="button plain"
      disabled={mute !== null || isBusy}
      title={mute ?? undefined}
      onClick={() => {
        if (isOrder(verb)) sendOrder(id, verb).catch(complain);
      }}
    >
      {isBusy ? `${label}…` : label}
    </button>
  );
}
