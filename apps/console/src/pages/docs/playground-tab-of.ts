import type { PlaygroundTab } from '../playground/query.ts';

/** Patterns that identify the call of a sample in any of its languages. */
const CALLS: readonly (readonly [PlaygroundTab, RegExp])[] = [
  ['chat', /chat[/.]completions/],
  ['pictures', /images[/.](?:generations|generate|edits?)\b/],
  ['speech', /audio[/.]speech/],
  ['transcription', /audio[/.]transcriptions/],
  ['drawing', /\/mj\/submit\/imagine/],
];

/** Returns the playground tab for the call of a sample; undefined if there is none. */
export function playgroundTabOf(code: string): PlaygroundTab | undefined {
  return CALLS.find(([, names]) => names.test(code))?.[0];
}
