import { fitCallId } from '../ir/fit-name.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Shortens a call's id in a member; the same id always becomes the same, so that call and result still match.
 * Returns the same record if the id is short enough.
 */
export function withShortId(record: JsonObject, member: string, lengthMax: number): JsonObject {
  const id = record[member];
  if (typeof id !== 'string' || id.length <= lengthMax) return record;
  return { ...record, [member]: fitCallId(id, lengthMax) };
}
