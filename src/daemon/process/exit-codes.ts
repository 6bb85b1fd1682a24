/** How the daemon tells its supervisor what its end means. Every other way to end is a death. */
export const exitCodes = {
  /** It was asked to end. */
  done: 0,
  /** It did not start, has said why, and would not start a second time either. */
  refused: 1,
  /** Something broke that was not foreseen. */
  broken: 70,
  /** It did not start because the disk is full, read-only or failing; it will when the disk is well again. */
  noDisk: 74,
  /** It makes room for a newer one. */
  replaced: 75,
} as const;
