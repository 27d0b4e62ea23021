import fc from 'fast-check';
import type { LogFilter } from '../src/store/log-filter.ts';

const NAMES = [
  'userIds',
  'type',
  'refunds',
  'apiKeyName',
  'modelName',
  'group',
  'channelId',
  'keyword',
  'start',
  'end',
] as const satisfies readonly (keyof LogFilter)[];

/** Returns filters with only a few conditions at once, so that some rows match. */
export function fewConditions(conditions: fc.Arbitrary<LogFilter>): fc.Arbitrary<LogFilter> {
  return fc.tuple(conditions, fc.subarray([...NAMES], { maxLength: 3 })).map(([all, names]) => ({
    allowWildcard: all.allowWildcard ?? false,
    ...Object.fromEntries(names.map((name) => [name, all[name]])),
  }));
}
