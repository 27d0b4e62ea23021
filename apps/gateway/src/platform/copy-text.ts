/**
 * Returns a text of its own, to be kept: a part of another text keeps all of that in memory, such as a header
 * the whole head of its request.
 */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
