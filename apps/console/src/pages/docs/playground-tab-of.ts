import type { PlaygroundTab } from '../playground/query.ts';

/** What tells which call a sample makes, in any of its languages. */
const CALLS: readonly (readonly [PlaygroundTab, RegExp])[] = [
  ['chat', /chat[/.]completions/],
  ['pictures', /images[/.](?:generations|generate|edits?)\b/],
  ['speech', /audio[/.]speech/],
  ['transcription', /audio[/.]transcriptions/],
  ['drawing', /\/mj\/submit\/imagine/],
];

/** Where the playground makes the call of a sample; undefined where it can't. */
export function playgroundTabOf(code: string): PlaygroundTab | undefined {
  return CALLS.find(([, names]) => names.test(code))?.[0];
}
