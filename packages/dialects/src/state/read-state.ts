import type { Dialect } from '../ir/dialect.ts';
import { parseJson } from '../json/parse-json.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { ShapeError } from '../ir/read-shape.ts';
import { STATE_MEMBERS } from './state-members.ts';

/** Facts about conversation state that determine which upstreams can serve a call. */
export interface ConversationState {
  /** Ids known only to the account that issued them. */
  readonly keptIds: readonly string[];
  /** The vendor's error if that account is gone. */
  readonly lost: RequestFault | undefined;
  /** A thread, whose provider keeps the tools that it was created with. */
  readonly isThread?: true;
}

/**
 * Reads references to a conversation stored elsewhere; undefined for most calls. Throws ShapeError for a
 * member that may not be sent to any upstream.
 */
export function readState(
  dialect: Dialect,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): ConversationState | undefined {
  const table = STATE_MEMBERS[dialect];
  let state: { keptIds: string[]; lost: RequestFault | undefined; isThread?: true } | undefined;
  for (const { name, start, end } of members) {
    const rule = table.get(name);
    if (!rule?.refuse) continue;
    const value = parseJson(bytes.subarray(start, end));
    if (value === undefined || value === null) continue;
    const refusal = rule.refuse(value);
    if (rule.everywhere && refusal) throw new ShapeError(refusal);
    if (rule.everywhere) continue;
    state ??= { keptIds: [], lost: undefined };
    state.keptIds.push(...(rule.keptIds?.(value) ?? []));
    state.lost ??= refusal;
    if (name === 'thread') state.isThread = true;
  }
  return state;
}

/** Returns why a call can't be sent to an upstream of another dialect; undefined if it can. */
export function findRefusal(dialect: Dialect, body: JsonObject): RequestFault | undefined {
  for (const [name, { refuse }] of STATE_MEMBERS[dialect]) {
    const value = body[name];
    const refusal = value === undefined || value === null ? undefined : refuse?.(value);
    if (refusal) return refusal;
  }
  return undefined;
}
