/**
 * Returns a text that others chose on one line: blanks, line breaks and control characters become one blank,
 * as do marks that reorder the text around them.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}
