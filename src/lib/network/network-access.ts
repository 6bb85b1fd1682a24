/** What of the network a program may reach: all of it, nothing, or the hosts of a list. */
export type NetworkAccess =
  | { readonly kind: "full" }
  | { readonly kind: "none" }
  /** Each as a person wrote it, and known to be well-formed. */
  | { readonly kind: "hosts"; readonly hosts: readonly string[] };

export const fullNetwork: NetworkAccess = { kind: "full" };

export const formatNetworkAccess = (access: NetworkAccess): string =>
  access.kind === "hosts" ? access.hosts.join(", ") : access.kind;
