import { listElements } from '../json/list-elements.ts';
import { parseJson, decodeText } from '../json/parse-json.ts';
import { skipSpace, skipString } from '../json/scan-value.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { RuledBody } from './ruled-body.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const ROLE = [...'"role'].map((letter) => letter.charCodeAt(0));
const NOBODY = '';

/**
 * Returns whether the last turn of a list is the model's. Most calls end with the user, which the last role
 * in the body shows, found from its end; only others are scanned.
 */
export function endsWithModel(body: RuledBody, list: string, role: string): boolean {
  const told = lastRole(body.bytes);
  if (told === undefined || told === 'user') return false;
  const range = body.range(list);
  const last = range && listElements(body.bytes, range).at(-1);
  if (!last) return false;
  const turn = body.bytes.subarray(last.start, last.end);
  const place = scanTopLevelMembers(turn)?.get('role');
  return place !== undefined && parseJson(turn.subarray(place.start, place.end)) === role;
}

/** Returns the value of the last role member; empty if it is not a string, undefined if there is none. */
function lastRole(bytes: Uint8Array): string | undefined {
  for (let at = bytes.length; at > 0;) {
    const quote = bytes.lastIndexOf(QUOTE, at - 1);
    if (quote < ROLE.length) return undefined;
    at = quote;
    if (!ROLE.every((letter, index) => bytes[quote - ROLE.length + index] === letter)) continue;
    const colon = skipSpace(bytes, quote + 1, bytes.length);
    // Without a colon it is a string value rather than a name.
    if (bytes[colon] !== COLON) continue;
    const open = skipSpace(bytes, colon + 1, bytes.length);
    if (bytes[open] !== QUOTE) return NOBODY;
    return decodeText(bytes.subarray(open + 1, skipString(bytes, open, bytes.length) - 1));
  }
  return undefined;
}

/** Appends a turn to a non-empty list. */
export function appendTurn(body: RuledBody, list: string, turn: JsonObject): void {
  const range = body.range(list);
  const last = range && listElements(body.bytes, range).at(-1);
  if (last) body.splice({ start: last.end, end: last.end, text: `,${JSON.stringify(turn)}` });
}
