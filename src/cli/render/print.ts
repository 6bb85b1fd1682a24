/** The only place that writes to the terminal: results on stdout, everything about them on stderr. */
export function printLine(text: string): void {
  console.log(text);
}

export function printError(text: string): void {
  console.error(`ao: ${text}`);
}

// A reader that stops early (`ao list | head`) is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
