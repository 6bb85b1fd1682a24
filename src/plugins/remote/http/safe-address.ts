/** A token goes only where nobody on the way can read it: over TLS, or to this machine itself. Null: it may. */
export function explainUnsafeAddress({ protocol, hostname, origin }: URL): string | null {
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) return null;
  return `${origin} is not asked, since a token that is sent there could be read on the way: write https://`;
}

/** As an address has it: in lower case, numbers in full, brackets around the long ones. */
export const isLoopback = (hostname: string): boolean =>
  /^(127(\.\d{1,3}){3}|\[::1\]|localhost|.+\.localhost)$/.test(hostname);
