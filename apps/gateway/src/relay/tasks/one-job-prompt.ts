/**
 * Two hyphens, or a long dash that keyboards replace them with; services are lenient, so blanks may follow.
 */
export const DASHES = '(?:--|[\\u2012-\\u2015\\u2212\\ufe58\\uff0d])\\s{0,4}';
/** Separates a flag from its number. */
export const SET = '[\\s=:]*';
/** Matches only at the start of a run of blanks: at each of them, a long run would take minutes. */
const START = '(?<!\\s)\\s*';
const MODE_FLAG = new RegExp(`${START}${DASHES}(?:fast|relax|turbo)\\b`, 'gi');
/** Requests several jobs at once, while one is paid for. */
const REPEAT_FLAG = new RegExp(`${START}${DASHES}(?:repeat|r)${SET}\\p{Nd}+`, 'giu');

/** Returns a prompt that requests a single job: no repetition, and no permutations. */
export function oneJobPrompt(prompt: string): string {
  return escapeVariants(withoutFlags(prompt, REPEAT_FLAG));
}

/** Returns a prompt without the flags that select a mode. */
export function withoutModes(prompt: string): string {
  return withoutFlags(prompt, MODE_FLAG).trim();
}

/** A flag that lacks its number, at the end of a text. */
const OPEN_FLAG = new RegExp(`${DASHES}(?:repeat|r)?${SET}$`, 'i');
const FLAG_LENGTH_MAX = 32;

/** Removes flags, keeping the text around them separated so that it does not form another flag. */
function withoutFlags(prompt: string, flag: RegExp): string {
  return prompt.replace(flag, (match: string, at: number) => {
    const before = prompt.slice(Math.max(0, at - FLAG_LENGTH_MAX), at);
    if (OPEN_FLAG.test(before)) return ',';
    const next = prompt[at + match.length];
    return next === undefined || /\s/.test(next) ? '' : ' ';
  });
}

/**
 * Escapes permutations: `{red, green} bird` is two jobs for Midjourney, `{red\, green} bird` is one. Source:
 * its documentation, Permutations.
 */
function escapeVariants(prompt: string): string {
  const last = prompt.lastIndexOf('}');
  let depth = 0;
  let slashes = 0;
  let from = 0;
  let escaped = '';
  for (let at = 0; at < last; at += 1) {
    const letter = prompt[at];
    if (letter === '{') depth += 1;
    else if (letter === '}') depth = Math.max(0, depth - 1);
    else if (letter === ',' && depth > 0 && slashes % 2 === 0) {
      escaped += `${prompt.slice(from, at)}\\`;
      from = at;
    }
    slashes = letter === '\\' ? slashes + 1 : 0;
  }
  return escaped + prompt.slice(from);
}
