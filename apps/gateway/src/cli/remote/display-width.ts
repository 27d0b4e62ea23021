const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NONE = /^[\p{M}\p{Cf}]+$/u;
const segmenter = new Intl.Segmenter();

/** Returns how many terminal columns a text takes: two for a Chinese character, none for a combining mark. */
export function displayWidth(text: string): number {
  // Most texts are ASCII.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text))
    width += NONE.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Returns the text, truncated with an ellipsis if needed, to at most this many columns. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let result = '';
  let used = 1;
  for (const { segment } of segmenter.segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    result += segment;
  }
  return `${result}…`;
}

/**
 * Makes a text chosen by others safe for one line of a terminal: removes what would move the cursor, color or
 * reorder text (escape sequences, line breaks, bidirectional controls).
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
