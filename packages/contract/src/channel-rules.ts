import type { Channel } from './entities/channel.ts';

/** What decides where a channel's key is sent. */
export type KeyDestination = Pick<Channel, 'type' | 'base_url' | 'other' | 'setting'>;

/**
 * Types whose `other` names no place: a version of the API (3, 18), an input of an application (37)
 * or a library of the account (21). Elsewhere it is a region, an account or a part of the path.
 */
const OTHER_IS_NO_PLACE: readonly number[] = [3, 18, 21, 37];

/**
 * Whether a key stays where it is when a channel changes so. Where not, it has to be typed again: a
 * stored key goes to no new address. Headers count, as some direct a gateway in between.
 */
export function keepsDestination(before: KeyDestination, after: KeyDestination): boolean {
  return (
    before.type === after.type &&
    addressOf(before) === addressOf(after) &&
    (OTHER_IS_NO_PLACE.includes(after.type) || before.other.trim() === after.other.trim()) &&
    headersOf(before) === headersOf(after)
  );
}

function addressOf({ base_url: url }: KeyDestination): string {
  return url.trim().replace(/\/+$/, '');
}

/** The headers that the settings set, in one order and case; of settings that can't be read, all of them. */
function headersOf({ setting }: KeyDestination): string {
  if (setting.trim() === '') return '[]';
  try {
    const { header_override: headers = {} } = JSON.parse(setting) as {
      header_override?: Record<string, unknown>;
    };
    const rows = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return JSON.stringify(rows.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)));
  } catch {
    return setting;
  }
}
