import type { Channel } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { toChannelCopy } from './to-channel-copy.ts';

const channel = (status: number) =>
  ({ id: 7, name: 'first', key: '', status, status_reason: 'why', used_quota: 9 }) as Channel;

test('a copy has another name, no key of its own and no counters', () => {
  const fields = toChannelCopy(channel(1), '_copy');
  expect(fields).toMatchObject({ id: 7, name: 'first_copy', key: '', status: 1 });
  expect(Object.keys(fields)).not.toContain('used_quota');
});

test.each([2, 3])('a copy of a disabled channel (%i) is disabled', (status) => {
  expect(toChannelCopy(channel(status), '')).toMatchObject({ status: 2 });
});
