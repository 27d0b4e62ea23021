import { member } from '../gemini-generate/member.ts';
import { isRecord } from '../json/parse-json.ts';
import { mapList } from './map-list.ts';

/**
 * Removes repeated responses to the same call; returns the same list if there are none. Gemini CLI 0.61
 * repeats every response each time it resumes, and Google refuses a turn with more responses than calls.
 */
export function dropRepeatedResults(parts: readonly unknown[]): readonly unknown[] {
  const seenIds = new Set<string>();
  return mapList(parts, (part) => {
    const response = isRecord(part) ? member(part, 'functionResponse') : undefined;
    if (!isRecord(response) || typeof response.id !== 'string' || response.id === '') return part;
    if (seenIds.has(response.id)) return undefined;
    seenIds.add(response.id);
    return part;
  });
}
