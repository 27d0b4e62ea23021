/**
 * A size or quality of an image as all spellings of it are compared: readers fold case, and take
 * `1024*1792` and `1024 X 1792` for `1024x1792`.
 */
export function imageWord(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(?<=\d) ?[x*×] ?(?=\d)/g, 'x');
}
