import { describe, expect, test } from 'vitest';
import { findExistingBatch } from './find-existing-batch.ts';

const SINCE = 1_800_000_000;
const WANTED = { inputId: 'file-1', since: SINCE };

/**
 * A provider with `newer` batches created after the wanted one, newest first, and the requests it received.
 */
function provider(newer: number, { isTaken = true, older = 500 } = {}) {
  const requestedEnds: string[] = [];
  const all = Array.from({ length: newer + 1 + older }, (_, index) => ({
    id: `b${index}`,
    input_file_id: index === newer && isTaken ? 'file-1' : `other-${index}`,
    created_at: index <= newer ? SINCE + newer - index : SINCE - 86_400 * (index - newer),
  }));
  const requestList = async (end: string) => {
    requestedEnds.push(end);
    const after = new URL(end, 'http://x').searchParams.get('after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return { data: all.slice(from, from + 100), has_more: from + 100 < all.length };
  };
  return { ask: requestList, asked: requestedEnds };
}

describe('a batch whose submission got no response', () => {
  test.each([0, 99, 100, 1234])('is found behind %s newer ones', async (newer) => {
    expect(await findExistingBatch(provider(newer).ask, WANTED)).toBe(`b${newer}`);
  });

  test('was not accepted if no batch since then has its input; older batches are not read', async () => {
    const { ask: requestList, asked: requestedEnds } = provider(150, { isTaken: false });
    expect(await findExistingBatch(requestList, WANTED)).toBe('');
    expect(requestedEnds).toHaveLength(2);
    expect(await findExistingBatch(async () => ({}), WANTED)).toBe('');
  });

  test('is looked up again later if the list does not end, rather than reported as not accepted', async () => {
    const endless = async () => ({ data: [{ id: 'b', created_at: SINCE }], has_more: true });
    await expect(findExistingBatch(endless, WANTED)).rejects.toThrow('no end');
  });
});
