import { copy } from "../shell/palette-rows.ts";

/** Nothing checks what lands: said as it is, with the command that adds a check. */
export function AddCheck({ command }: { readonly command: string }) {
  return (
    <span className="add-check">
      No checks configured. In the project's folder: <code>{command}</code>{" "}
      <button className="button plain" onClick={() => copy(command)} aria-label="Copy the command that adds a check">
        Copy
      </button>
    </span>
  );
}
