import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { QUARTER } from '../../store/usage-stats.ts';
import { addToTotals, emptyTotals, type UsageLogRow } from './usage-record.ts';

/** A call that differs from others in what `seed` chooses, in each member by itself. */
function callOf(seed: number): UsageLogRow {
  const pick = (bit: number) => (seed >> bit) & 1;
  return {
    created_at: QUARTER * (8 + pick(0) + 4 * pick(1)),
    type: seed % 11 === 0 ? LOG_ERROR : LOG_CONSUME,
    user_id: 1 + pick(2),
    username: 'somebody',
    token_id: 1 + pick(3),
    token_name: `key ${pick(4)}`,
    channel_id: 1 + pick(5),
    model_name: `model ${pick(6)}`,
    group: `group ${pick(7)}`,
    quota: seed,
    prompt_tokens: 3,
    completion_tokens: 2,
    use_time: 0,
    is_stream: 0,
    content: '',
    other: '{}',
    request_id: String(seed),
    ip: `10.0.0.${pick(8)}`,
  };
}

const sum = (values: Iterable<{ quota: number }>) =>
  [...values].reduce((total, { quota }) => total + quota, 0);

test('adds each call to the sums of its own user, key, channel, hour and slice', () => {
  // In Gray code, so that each call differs from the one before in one member.
  const rows = Array.from({ length: 512 }, (_, index) => callOf(index ^ (index >> 1)));
  const together = emptyTotals();
  for (const row of rows)
    addToTotals(together, { row, limited: row.token_id === 1, logged: row.quota % 2 === 0 });
  const used = rows.filter(({ type }) => type === LOG_CONSUME);
  for (const [id, { quota, count }] of together.users) {
    const own = used.filter((row) => row.user_id === id);
    expect([quota, count]).toEqual([sum(own), own.length]);
  }
  for (const [id, { quota, paid }] of together.apiKeys) {
    const own = sum(used.filter((row) => row.token_id === id));
    expect([quota, paid]).toEqual([own, id === 1 ? own : 0]);
  }
  for (const hour of together.hours.values()) {
    const own = used.filter(
      (row) =>
        row.created_at - (row.created_at % 3600) === hour.hour &&
        row.user_id === hour.userId &&
        row.token_id === hour.apiKeyId &&
        row.token_name === hour.apiKeyName &&
        row.channel_id === hour.channelId &&
        row.model_name === hour.modelName &&
        row.group === hour.group,
    );
    expect([hour.quota, hour.count]).toEqual([sum(own), own.length]);
    expect(hour.unloggedQuota).toBe(sum(own.filter(({ quota }) => quota % 2 === 1)));
  }
  for (const slice of together.slices.values()) {
    const own = rows.filter(
      (row) =>
        row.created_at - (row.created_at % QUARTER) === slice.quarter &&
        row.user_id === slice.userId &&
        row.token_id === slice.apiKeyId &&
        row.channel_id === slice.channelId &&
        row.model_name === slice.modelName &&
        row.group === slice.group,
    );
    const answered = own.filter(({ type }) => type === LOG_CONSUME);
    expect([slice.quota, slice.calls]).toEqual([sum(answered), answered.length]);
    expect(slice.failed).toBe(own.length - answered.length);
  }
  expect(sum(together.hours.values())).toBe(sum(used));
  expect(sum(together.slices.values())).toBe(sum(used));
});
