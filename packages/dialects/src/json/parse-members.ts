import { parseJson } from './parse-json.ts';
import type { TopLevelMember } from './byte-range.ts';

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;

/**
 * An object with only some of its members: those of `parsed` as they are, those of `shown` by name
 * and kind (an empty text, list or object stands for them). Undefined when one that is parsed is
 * not valid JSON.
 */
export function parseMembers(
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  parsed: ReadonlySet<string>,
  shown: { has(name: string): boolean },
): Readonly<Record<string, unknown>> | undefined {
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const { name, start, end } of members) {
    const isShown = shown.has(name);
    if (!isShown && !parsed.has(name)) continue;
    const empty = isShown ? emptyOf(bytes[start]) : undefined;
    const value = empty ?? parseJson(bytes.subarray(start, end));
    if (value === undefined) return undefined;
    body[name] = value;
  }
  return body;
}

/** What stands for a value that begins with this byte; undefined for numbers and the like. */
function emptyOf(first: number | undefined): unknown {
  if (first === QUOTE) return '';
  if (first === OPEN_BRACKET) return [];
  return first === OPEN_BRACE ? {} : undefined;
}
