import { encodeText } from '../json/encode-text.ts';

/** Meanings of a chunk's members; numbers for speed, as every chunk has a dozen. */
export const NO_KEY = 0;
export const TEXT_KEY = 1;
export const CALLS_KEY = 2;
export const CHOICES_KEY = 3;
export const USAGE_KEY = 4;
export const FINISH_KEY = 5;
export const ERROR_KEY = 6;
export const OBJECT_KEY = 7;
export const NAME_KEY = 8;
/** A text that is reasoning. */
export const THOUGHT_KEY = 9;

const NAMES: Readonly<Record<string, number>> = {
  content: TEXT_KEY,
  reasoning_content: THOUGHT_KEY,
  reasoning: THOUGHT_KEY,
  thinking: THOUGHT_KEY,
  refusal: TEXT_KEY,
  text: TEXT_KEY,
  name: NAME_KEY,
  arguments: TEXT_KEY,
  tool_calls: CALLS_KEY,
  function_call: CALLS_KEY,
  audio: CALLS_KEY,
  choices: CHOICES_KEY,
  usage: USAGE_KEY,
  finish_reason: FINISH_KEY,
  error: ERROR_KEY,
  error_code: ERROR_KEY,
  base_resp: ERROR_KEY,
  ErrorMsg: ERROR_KEY,
  object: OBJECT_KEY,
};

interface KnownKey {
  readonly bytes: Uint8Array;
  readonly key: number;
}

const LENGTH_MAX = 17;

/** Names by length and second character, a unique combination. */
const KNOWN: readonly (KnownKey | undefined)[] = buildTable();

function buildTable(): (KnownKey | undefined)[] {
  const table: (KnownKey | undefined)[] = Array.from({ length: (LENGTH_MAX + 1) * 128 });
  for (const [name, key] of Object.entries(NAMES)) {
    const slot = name.length * 128 + name.charCodeAt(1);
    if (table[slot]) throw new Error(`two chunk keys share a slot: ${name}`);
    table[slot] = { bytes: encodeText(name), key };
  }
  return table;
}

/** Returns the meaning of the name between two positions. */
export function findKey(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > LENGTH_MAX) return NO_KEY;
  const known = KNOWN[length * 128 + ((bytes[start + 1] ?? 0) & 0x7f)];
  if (known === undefined) return NO_KEY;
  for (let index = 0; index < length; index++) {
    if (known.bytes[index] !== bytes[start + index]) return NO_KEY;
  }
  return known.key;
}
