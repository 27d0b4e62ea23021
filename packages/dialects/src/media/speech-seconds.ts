/**
 * Letters spoken per second, in alphabetic scripts; the second rate is for scripts that write whole
 * syllables. Digits and symbols are spoken as words, so they count as syllables.
 */
const LETTERS_A_SECOND = 13;
const SYLLABLES_A_SECOND = 4;
const SYLLABLES =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{N}\p{S}%&@#]/gu;

const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** Counts the characters of a text as code points. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) if (isSecondHalf(text.charCodeAt(at))) count--;
  return count;
}

/** Estimates how long a text takes to speak, in seconds. */
export function speechSeconds(text: string): number {
  const syllables = text.match(SYLLABLES)?.length ?? 0;
  return (countCharacters(text) - syllables) / LETTERS_A_SECOND + syllables / SYLLABLES_A_SECOND;
}
