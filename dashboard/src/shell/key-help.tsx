import { useState } from "react";
import { useAll } from "../lib/external-store.ts";
import { areKeysOff, scopes, switchKeys } from "../lib/keyboard.ts";
import { Keycaps } from "../parts/keycap.tsx";
import { Modal } from "../parts/modal.tsx";
import { closeOverlay } from "./overlays.ts";

/** Exactly the keys that work here, read from where they are registered. */
export function KeyHelp() {
  const groups = useAll(scopes).toReversed();
  const [isOff, setOff] = useState(areKeysOff());
  return (
    <Modal label="Keys of this page" onClose={closeOverlay} className="keys-dialog">
      <div className="dialog-head">
        <h2>Keys of this page</h2>
        <button className="button plain" onClick={closeOverlay} data-focus>
          Close <kbd aria-hidden>Esc</kbd>
        </button>
      </div>
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
