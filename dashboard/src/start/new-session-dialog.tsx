import { DialogHead } from "../parts/dialog-head.tsx";
import { Modal } from "../parts/modal.tsx";
import { closeOverlay } from "../shell/overlays.ts";
import { SessionForm } from "./session-form.tsx";

export function NewSessionDialog() {
  return (
    <Modal label="New session" onClose={closeOverlay} className="new-dialog">
      <DialogHead title="New session" onClose={closeOverlay} />
      <SessionForm onStarted={closeOverlay} />
    </Modal>
  );
}
