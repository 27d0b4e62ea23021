import { listElements } from '../json/list-elements.ts';
import { parseJson, decodeText } from '../json/parse-json.ts';
import { skipSpace, skipString } from '../json/scan-value.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { RuledBody } from './ruled-body.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const ROLE = [...'"role'].map((letter) => letter.charCodeAt(0));
const NOBODY = '';

/** How deep a turn's members are: in the body, in its list, in the turn. */
const TURN_DEPTH = 3;

/**
 * Returns whether the last turn of a list is the model's. Most calls end with the user, which the last role
 * in the body shows, found from its end, if it is as deep as a turn's; only others are scanned.
 */
export function endsWithModel(body: RuledBody, list: string, role: string): boolean {
  const last = lastRole(body.bytes);
  if (last === undefined) return false;
  if (last.value === 'user' && depthAt(body.bytes, last.end) === TURN_DEPTH) return false;
  return isModelLast(body, list, role);
}

function isModelLast(body: RuledBody, list: string, role: string): boolean {
  const range = body.range(list);
  const last = range && listElements(body.bytes, range).at(-1);
  if (!last) return false;
  const turn = body.bytes.subarray(last.start, last.end);
  const roleRange = scanTopLevelMembers(turn)?.get('role');
  return (
    roleRange !== undefined && parseJson(turn.subarray(roleRange.start, roleRange.end)) === role
  );
}

interface FoundRole {
  /** Empty if it is not a string. */
  readonly value: string;
  /** Where it ends. */
  readonly end: number;
}

/** Returns the last role member; undefined if there is none. */
function lastRole(bytes: Uint8Array): FoundRole | undefined {
  for (let at = bytes.length; at > 0;) {
    const quote = bytes.lastIndexOf(QUOTE, at - 1);
    if (quote < ROLE.length) return undefined;
    at = quote;
    if (!ROLE.every((letter, index) => bytes[quote - ROLE.length + index] === letter)) continue;
    const colon = skipSpace(bytes, quote + 1, bytes.length);
    // Without a colon it is a string value rather than a name.
    if (bytes[colon] !== COLON) continue;
    const open = skipSpace(bytes, colon + 1, bytes.length);
    if (bytes[open] !== QUOTE) return { value: NOBODY, end: open };
    const end = skipString(bytes, open, bytes.length);
    return { value: decodeText(bytes.subarray(open + 1, end - 1)), end };
  }
  return undefined;
}

/** Returns how many objects and arrays of a valid body are open at a position outside strings. */
function depthAt(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth--;
    else if (byte === QUOTE) {
      const end = skipString(bytes, at, bytes.length);
      if (end === -1) return depth;
      at = end - 1;
    }
  }
  return depth;
}

/** Appends a turn to a non-empty list. */
export function appendTurn(body: RuledBody, list: string, turn: JsonObject): void {
  const range = body.range(list);
  const last = range && listElements(body.bytes, range).at(-1);
  if (last) body.splice({ start: last.end, end: last.end, text: `,${JSON.stringify(turn)}` });
}
