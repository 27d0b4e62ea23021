/**
 * Returns one or two characters that identify a provider: the initials of the first two words of its name,
 * counting camel-case parts as words, otherwise its first two letters. A Chinese name gives one character.
 */
export function providerMark(label: string): string {
  const [first = '', second] = label.match(
    /\p{Lu}?[\p{Ll}]+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}/gu,
  ) ?? [label];
  if (/^\p{Lo}/u.test(first)) return first;
  return second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
}
