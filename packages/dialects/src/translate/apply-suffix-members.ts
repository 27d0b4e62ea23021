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
  const ranges = scanTopLevelMembers(bytes);
  if (!ranges) return bytes;
  const changes = Object.entries(members).map(([wanted, value]) => {
    const name = spellingOf(wanted, (spelling) => ranges.has(spelling));
    const range = ranges.get(name);
    const existing =
      range && isRecord(value) ? parseJson(bytes.subarray(range.start, range.end)) : {};
    return [name, JSON.stringify(merge(existing, value))] as const;
  });
  return changeMembers(bytes, new Map(changes));
}

/** Gemini accepts members in two spellings. */
function spellingOf(name: string, has: (name: string) => boolean): string {
  return !has(name) && has(snakeOf(name)) ? snakeOf(name) : name;
}

function merge(existing: unknown, wanted: unknown): unknown {
  if (!isRecord(existing) || !isRecord(wanted)) return wanted;
  const merged: Record<string, unknown> = { ...existing };
  for (const [name, value] of Object.entries(wanted)) {
    const spelled = spellingOf(name, (spelling) => Object.hasOwn(existing, spelling));
    merged[spelled] = merge(existing[spelled], value);
  }
  return merged;
}
