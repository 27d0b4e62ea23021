/**
 * One or two characters that tell providers apart at a glance: the initials of the first two words of the
 * name, humps of a word counting as words, else its first two letters. A name in Chinese gives one.
 */
export function providerMark(label: string): string {
  const [first = '', second] = label.match(
    /\p{Lu}?[\p{Ll}]+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}/gu,
  ) ?? [label];
  if (/^\p{Lo}/u.test(first)) return first;
  return second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
}
