import { expect, test } from 'vitest';
import { type CardLibrary, loadCardScript } from './load-card-script.ts';

const library: CardLibrary = {
  init: () => Promise.resolve(),
  createElement: () => Promise.resolve(null),
};

/** A script that fails to load this many times. */
function flaky(failures: number) {
  const seen = { loads: 0, waits: [] as number[] };
  return {
    seen,
    load: () => {
      seen.loads += 1;
      return seen.loads > failures ? Promise.resolve(library) : Promise.reject(new Error('gone'));
    },
    wait: (ms: number) => {
      seen.waits.push(ms);
      return Promise.resolve();
    },
  };
}

test('loading the script is retried three times, half a second apart', async () => {
  const source = flaky(3);
  expect(await loadCardScript(source)).toBe(library);
  expect(source.seen).toEqual({ loads: 4, waits: [500, 500, 500] });
});

test('after the last retry it fails with the reason', async () => {
  const source = flaky(9);
  await expect(loadCardScript(source)).rejects.toThrow('gone');
  expect(source.seen.loads).toBe(4);
});
