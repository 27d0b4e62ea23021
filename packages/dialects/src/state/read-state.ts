import type { Dialect } from '../ir/dialect.ts';
import { parseJson } from '../json/parse-json.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { ShapeError } from '../ir/read-shape.ts';
import { STATE_MEMBERS } from './state-members.ts';

/** Members of a call that not every upstream can serve, as far as the choice of one depends on them. */
export interface ConversationState {
  /** Ids that only the account which gave them out knows. */
  readonly keptIds: readonly string[];
  /** The vendor's response where that account is gone. */
  readonly lost: RequestFault | undefined;
}

/**
 * What a request says of a conversation that is kept elsewhere; undefined for most. Throws
 * ShapeError for a member that no upstream may be sent.
 */
export function readState(
  dialect: Dialect,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): ConversationState | undefined {
  const table = STATE_MEMBERS[dialect];
  let found: { keptIds: string[]; lost: RequestFault | undefined } | undefined;
  for (const { name, start, end } of members) {
    const rule = table.get(name);
    if (!rule?.refuse) continue;
    const value = parseJson(bytes.subarray(start, end));
    if (value === undefined || value === null) continue;
    const refusal = rule.refuse(value);
    if (rule.everywhere && refusal) throw new ShapeError(refusal);
    if (rule.everywhere) continue;
    found ??= { keptIds: [], lost: undefined };
    found.keptIds.push(...(rule.keptIds?.(value) ?? []));
    found.lost ??= refusal;
  }
  return found;
}

/** Why a call can't go to an upstream of another dialect; undefined where it can. */
export function findRefusal(dialect: Dialect, body: JsonObject): RequestFault | undefined {
  for (const [name, { refuse }] of STATE_MEMBERS[dialect]) {
    const value = body[name];
    const refusal = value === undefined || value === null ? undefined : refuse?.(value);
    if (refusal) return refusal;
  }
  return undefined;
}
