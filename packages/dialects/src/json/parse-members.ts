import { parseJson } from './parse-json.ts';
import type { TopLevelMember } from './byte-range.ts';

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;

/**
 * Parses only some members of an object: those in `parsed` completely, those in `shown` by name and type
 * (represented by an empty string, array or object). Undefined if a parsed one is not valid JSON.
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

/** Returns the placeholder for a value that starts with this byte; undefined for numbers and literals. */
function emptyOf(first: number | undefined): unknown {
  if (first === QUOTE) return '';
  if (first === OPEN_BRACKET) return [];
  return first === OPEN_BRACE ? {} : undefined;
}
