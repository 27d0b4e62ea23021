import { isRecord, parseJson } from '../json/parse-json.ts';
import { parseMembers } from '../json/parse-members.ts';
import { BodyHints } from '../json/body-hints.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { refuse } from './request-members.ts';

/** Up to this size, in bytes, parsing everything is cheap and gives more precise errors. */
const PARSED_BYTES_MAX = 16_384;

export type OpenedBody =
  | {
      readonly ok: true;
      /** All of a small body; only the requested members of a large one. */
      readonly body: JsonObject;
      readonly isWhole: boolean;
      readonly members: readonly TopLevelMember[];
      readonly marks: BodyHints;
    }
  | { readonly ok: false; readonly fault: RequestFault };

/**
 * Opens the body of any call. Of a large one, only the members in `parsed` are parsed, and those in `shown`
 * are given by name and type (see parseMembers). Never throws.
 */
export function openBody(
  bytes: Uint8Array,
  parsed: ReadonlySet<string>,
  shown: { has(name: string): boolean },
): OpenedBody {
  const marks = new BodyHints();
  const members = listTopLevelMembers(bytes, marks) ?? [];
  const isWhole = bytes.length <= PARSED_BYTES_MAX || members.length === 0;
  const body = isWhole ? parseJson(bytes) : parseMembers(bytes, members, parsed, shown);
  if (body === undefined) return { ok: false, fault: refuseJson() };
  if (isRecord(body)) return { ok: true, body, isWhole, members, marks };
  const fault = refuse('The request body must be a JSON object.', null, 'invalid_type');
  return { ok: false, fault };
}

/** Returns the fault of a body that is not JSON. */
export function refuseJson(): RequestFault {
  return refuse('The request body is not valid JSON.', null, 'invalid_json');
}
