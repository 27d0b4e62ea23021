import { encodeText } from '../json/encode-text.ts';

/** What a member of a chunk means to the gateway. */
export type ChunkKey = 'none' | 'text' | 'calls' | 'choices' | 'usage' | 'finish' | 'error' | 'object';

const NAMES: Readonly<Record<string, ChunkKey>> = {
  content: 'text',
  reasoning_content: 'text',
  reasoning: 'text',
  thinking: 'text',
  refusal: 'text',
  text: 'text',
  name: 'text',
  arguments: 'text',
  tool_calls: 'calls',
  function_call: 'calls',
  audio: 'calls',
  choices: 'choices',
  usage: 'usage',
  finish_reason: 'finish',
  error: 'error',
  error_code: 'error',
  base_resp: 'error',
  ErrorMsg: 'error',
  object: 'object',
};

interface KnownKey {
  readonly bytes: Uint8Array;
  readonly key: ChunkKey;
}

const LENGTH_MAX = 17;

/** By length and second byte, which no two names share. */
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

/** The meaning of the name between the two positions. */
export function findKey(bytes: Uint8Array, start: number, end: number): ChunkKey {
  const length = end - start;
  if (length > LENGTH_MAX) return 'none';
  const known = KNOWN[length * 128 + ((bytes[start + 1] ?? 0) & 0x7f)];
  if (known === undefined) return 'none';
  for (let index = 0; index < length; index++) {
    if (known.bytes[index] !== bytes[start + index]) return 'none';
  }
  return known.key;
}
