import type { Channel } from './entities/channel.ts';

/** The fields that decide where a channel's key is sent. */
export type KeyDestination = Pick<Channel, 'type' | 'base_url' | 'other' | 'setting'>;

/**
 * Channel types whose `other` is no part of the address: an API version (3, 18), an application's input (37)
 * or a library of the account (21). For other types it is a region, an account or part of the path.
 */
const TYPES_WITH_NON_ADDRESS_OTHER: readonly number[] = [3, 18, 21, 37];

/**
 * Whether a channel's key is still sent to the same place after an edit. If not, the key has to be entered
 * again: a stored key is never sent to a new address. Headers count, as some direct a gateway in between.
 */
export function keepsDestination(before: KeyDestination, after: KeyDestination): boolean {
  return (
    before.type === after.type &&
    addressOf(before) === addressOf(after) &&
    (TYPES_WITH_NON_ADDRESS_OTHER.includes(after.type) ||
      before.other.trim() === after.other.trim()) &&
    headersOf(before) === headersOf(after)
  );
}

function addressOf({ base_url: url }: KeyDestination): string {
  return url.trim().replace(/\/+$/, '');
}

/** The headers in the settings, in canonical order and case; the raw text if the settings can't be parsed. */
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
