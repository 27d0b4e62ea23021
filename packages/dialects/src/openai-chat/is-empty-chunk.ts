import { recordOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';

/**
 * Returns whether a chunk has no content yet: its deltas contain at most a role. Servers send such chunks to
 * open a stream, and some to keep it alive.
 */
export function isEmptyChunk(bytes: Uint8Array): boolean {
  const { choices } = recordOf(parseJson(bytes));
  return Array.isArray(choices) && (choices as unknown[]).every(isEmptyChoice);
}

function isEmptyChoice(choice: unknown): boolean {
  const { text, delta, message } = recordOf(choice);
  const content = { ...recordOf(message), ...recordOf(delta), text };
  return Object.entries(content).every(([name, value]) => name === 'role' || isNothing(value));
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '' || value === false;
}
