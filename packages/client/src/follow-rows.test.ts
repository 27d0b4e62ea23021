import { expect, test } from 'vitest';
import { followRows } from './follow-rows.ts';

/** Follows streams given as texts; `null` breaks off. Its clock moves only by what it waits. */
function follow(streams: (string | null)[], tookMs = 0) {
  const stop = new AbortController();
  const waits: number[] = [];
  let at = 0;
  const open = () => {
    const text = streams.shift();
    if (text === undefined) stop.abort();
    at += tookMs;
    return Promise.resolve(new Response(text ?? broken()));
  };
  const pace = {
    now: () => at,
    wait: (milliseconds: number) => {
      waits.push(milliseconds);
      at += Math.max(0, milliseconds);
      return Promise.resolve();
    },
  };
  const rows = followRows(open, 'followLogs', undefined, { signal: stop.signal }, pace);
  return { rows, waits, stop };
}

const broken = () =>
  new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });

async function idsOf(rows: ReturnType<typeof follow>['rows']): Promise<number[]> {
  const ids: number[] = [];
  for await (const batch of rows) ids.push(...batch.rows.map(({ id }) => id));
  return ids;
}

test('a stream that ends or breaks at once is opened again a second after it was opened, never sooner', async () => {
  const { rows, waits } = follow(['id: 1\ndata: [{"id":1}]\n\n', null, '', 'data: [{"id":2}]\n\n']);
  expect(await idsOf(rows)).toEqual([1, 2]);
  expect(waits.slice(0, 4)).toEqual([1000, 1000, 1000, 1000]);
});

test('a stream that was open for a while is opened again without a wait', async () => {
  const { rows, waits } = follow(['data: [{"id":1}]\n\n', 'data: [{"id":2}]\n\n'], 5000);
  expect(await idsOf(rows)).toEqual([1, 2]);
  for (const milliseconds of waits) expect(milliseconds).toBeLessThanOrEqual(0);
});

test('an abort during the wait ends the following, and nothing is opened any more', async () => {
  const stop = new AbortController();
  let opened = 0;
  const open = () => {
    opened += 1;
    return Promise.resolve(new Response(''));
  };
  const pace = { now: () => 0, wait: () => Promise.resolve(stop.abort()) };
  const rows = followRows(open, 'followLogs', undefined, { signal: stop.signal }, pace);
  expect(await rows.next()).toEqual({ done: true, value: undefined });
  expect(opened).toBe(1);
});

test.each([
  ['rows without an id', 'data: [null]\n\n', TypeError],
  ['text that is not JSON', 'data: [{\n\n', SyntaxError],
])('%s are a fault that is thrown, not a broken connection', async (_what, stream, fault) => {
  const { rows, waits } = follow([stream]);
  await expect(rows.next()).rejects.toThrow(fault);
  expect(waits).toEqual([]);
});

test('a fault of the consumer reaches the consumer, whatever its type', async () => {
  const { rows, waits } = follow(['data: [{"id":1}]\n\n', 'data: [{"id":2}]\n\n']);
  const consume = async () => {
    for await (const batch of rows) throw new TypeError(`mine, ${batch.rows.length}`);
  };
  await expect(consume()).rejects.toThrow('mine, 1');
  expect(waits).toEqual([]);
});
