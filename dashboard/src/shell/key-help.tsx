import { useState } from "react";
import { useAll } from "../lib/external-store.ts";
import { listActiveScopes, areKeysOff, scopes, switchKeys } from "../lib/keyboard.ts";
import { Keycaps } from "../parts/keycap.tsx";
import { DialogHead } from "../parts/dialog-head.tsx";
import { Modal } from "../parts/modal.tsx";
import { closeOverlay } from "./overlays.ts";

/** Exactly the keys that work here, read from where they are registered. */
export function KeyHelp() {
  const groups = listActiveScopes(useAll(scopes)).toReversed();
  const [isOff, setOff] = useState(areKeysOff());
  return (
    <Modal label="Keys of this page" onClose={closeOverlay} className="keys-dialog">
      <DialogHead title="Keys of this page" onClose={closeOverlay} isFocused />
      <div className="key-groups">
        {groups
          .filter(({ bindings }) => bindings.length > 0)
          .map(({ name, bindings }) => (
            <section key={name}>
              <h3>{name}</h3>
              <dl>
                {bindings.map(({ keys, label }) => (
                  <div key={keys} className="key-row" data-keys={keys}>
                    <dt>
                      <Keycaps keys={keys} />
                      <span className="unseen">{keys}</span>
                    </dt>
                    <dd>{label}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <label className="dialog-foot check-label">
        <input
          type="checkbox"
          checked={!isOff}
          onChange={({ target }) => {
            switchKeys(target.checked);
            setOff(!target.checked);
          }}
        />
        Single keys work outside of fields
      </label>
    </Modal>
  );
}
