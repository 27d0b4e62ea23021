/**
 * Normalizes an image size or quality for comparison: upstreams ignore case and accept `1024*1792` and `1024
 * X 1792` for `1024x1792`.
 */
export function imageWord(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(?<=\d) ?[x*×] ?(?=\d)/g, 'x');
}
