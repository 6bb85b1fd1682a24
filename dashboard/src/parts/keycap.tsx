import { splitKeys } from "../lib/keyboard.ts";

export function Keycaps({ keys }: { readonly keys: string }) {
  return (
    <span className="keycaps" aria-hidden>
      {splitKeys(keys).map((key, index) => (
        <kbd key={index}>{key}</kbd>
      ))}
    </span>
  );
}
