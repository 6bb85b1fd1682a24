/** `123`, `#123`, `GH-123`, `ENG-12` or a URL, as trackers know it. */
export function parseIssueReference(text: string): string {
  const inUrl = /^https?:\/\/.*?(?:\/issues?\/|\/browse\/|\/-\/issues\/)([A-Za-z]+-\d+|\d+)/.exec(text)?.[1];
  return (inUrl ?? text.trim()).replace(/^(#|GH-)(?=\d+$)/i, "");
}
