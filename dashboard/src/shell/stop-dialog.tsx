import { useState } from "react";
import { stop } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { Modal } from "../parts/modal.tsx";
import { closeOverlay } from "./overlays.ts";

/** Asks once, and says what is kept. */
export function StopDialog({ session }: { readonly session: string }) {
  const [keeps, setKeeps] = useState(false);
  const onStop = (): void => {
    closeOverlay();
    stop(session, keeps).catch(complain);
  };
  return (
    <Modal label={`Stop ${session}?`} onClose={closeOverlay} className="ask-dialog">
      <h2 className="dialog-title">Stop {session}?</h2>
      <p>
        The agent ends. Branch and conversation are kept, and so is unfinished work: it is saved in git before the
        workspace goes. <code>ao restore {session}</code> brings it all back.
      </p>
      <label className="check-label">
        <input type="checkbox" checked={keeps} onChange={({ target }) => setKeeps(target.checked)} />
        Leave the workspace where it is
      </label>
      <div className="dialog-buttons">
        <button className="button" onClick={closeOverlay} data-focus>
          Keep working
        </button>
        <button className="button danger" onClick={onStop}>
          Stop session
        </button>
      </div>
    </Modal>
  );
}
