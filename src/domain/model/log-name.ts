/** The file in a session's log folder that holds all a check has said. Its name may hold colons and spaces, which not every file system likes. */
export function logName(check: string): string {
  return `${check.replaceAll(/[^A-Za-z0-9._@-]/g, "_")}.log`;
}
