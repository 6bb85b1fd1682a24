/**
 * What people wrote elsewhere, as they themselves see it: comments of HTML and characters that take no room are what
 * somebody may hide words in, so they go before anybody reads or approves the text.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replaceAll("\r\n", "\n")
    .replaceAll(HIDDEN, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * Control characters but tab and newline; marks of direction and zero width; the tags and variation selectors that can
 * spell whole sentences unseen; what is no character at all. The joiner stays between pictures, where it makes one of them, and so does the selector behind
 * what it makes a picture.
 */
const HIDDEN =
  /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{200b}\u{200c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{fe00}-\u{fe0e}\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{fffe}\u{ffff}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?<!\p{Emoji})\u{fe0f}|(?<!\p{Extended_Pictographic}\u{fe0f}?)\u{200d}|\u{200d}(?!\p{Extended_Pictographic})/gu;
