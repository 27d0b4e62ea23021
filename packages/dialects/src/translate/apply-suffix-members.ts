import { snakeOf } from '../gemini-generate/member.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { changeMembers } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';

/**
 * Adds the members that a model's name stands for. Other members of the client's objects are kept, such as
 * the response format next to an effort. Bodies that are not objects are returned unchanged.
 */
export function applySuffixMembers(
  bytes: Uint8Array,
  members: Readonly<Record<string, unknown>>,
): Uint8Array {
  const places = scanTopLevelMembers(bytes);
  if (!places) return bytes;
  const changes = Object.entries(members).map(([wanted, value]) => {
    const name = spellingOf(wanted, (one) => places.has(one));
    const range = places.get(name);
    const given = range && isRecord(value) ? parseJson(bytes.subarray(range.start, range.end)) : {};
    return [name, JSON.stringify(merge(given, value))] as const;
  });
  return changeMembers(bytes, new Map(changes));
}

/** Gemini accepts members in two spellings. */
function spellingOf(name: string, has: (name: string) => boolean): string {
  return !has(name) && has(snakeOf(name)) ? snakeOf(name) : name;
}

function merge(given: unknown, wanted: unknown): unknown {
  if (!isRecord(given) || !isRecord(wanted)) return wanted;
  const merged: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(wanted)) {
    const spelled = spellingOf(name, (one) => Object.hasOwn(given, one));
    merged[spelled] = merge(given[spelled], value);
  }
  return merged;
}
