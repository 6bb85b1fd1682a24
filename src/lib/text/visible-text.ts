/** What would steer a terminal, or hide in a text, is shown instead of obeyed. Line breaks and tabs stay. */
export function makeVisible(text: string): string {
  return PLAIN.test(text) ? text : showControls(text);
}

/** Most texts, and many of them are looked at. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

function showControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(STEERING, (one) => showPoint(one.codePointAt(0) ?? 0));
}

/** Control characters but line break and tab; and what turns the direction of text or takes no room. */
const STEERING =
  /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}]/gu;

function showPoint(point: number): string {
  if (point < 0x20) return `^${String.fromCharCode(point + 0x40)}`;
  if (point === 0x7f) return "^?";
  return `\\u{${point.toString(16)}}`;
}
