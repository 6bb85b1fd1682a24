import { Modal } from "../parts/modal.tsx";
import { closeOverlay } from "../shell/overlays.ts";
import { SessionForm } from "./session-form.tsx";

export function NewSessionDialog() {
  return (
    <Modal label="New session" onClose={closeOverlay} className="new-dialog">
      <div className="dialog-head">
        <h2>New session</h2>
        <button className="button plain" onClick={closeOverlay}>
          Close <kbd aria-hidden>Esc</kbd>
        </button>
      </div>
      <SessionForm onStarted={closeOverlay} />
    </Modal>
  );
}
