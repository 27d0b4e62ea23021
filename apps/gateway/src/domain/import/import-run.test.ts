import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { type ImportRun, processPages } from './import-run.ts';

test('the event loop turns between any two pages, so that SQLite can checkpoint and free its statements', async () => {
  async function* pages() {
    yield* [[1], [2], [3]];
  }
  const run = {
    counts: { logs: { found: 3 } },
    signal: new AbortController().signal,
    target: { clock: systemClock },
    onProgress: () => {},
    besideCalls: false,
  } as unknown as ImportRun;
  const visited: string[] = [];
  await processPages(run, 'logs', pages(), async ([page]) => {
    visited.push(`page ${page}`);
    setImmediate(() => visited.push('turn'));
  });
  expect(visited).toEqual(['page 1', 'turn', 'page 2', 'turn', 'page 3', 'turn']);
});
