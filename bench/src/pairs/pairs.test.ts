import { expect, test } from 'vitest';
import { buildStreamWrites } from '../stream-events.ts';
import { isWholeFor } from './client-shapes.ts';
import { DIALECTS, PAIRS } from './dialects.ts';
import { renderPairs } from './render-pairs.ts';
import { UPSTREAMS } from './upstream-shapes.ts';

const streamOf = (dialect: (typeof DIALECTS)[number]) => {
  const writes = buildStreamWrites(UPSTREAMS[dialect].stream).map((write) => {
    const text = String(write);
    const size = text.indexOf('\r\n');
    return text.slice(size + 2, size + 2 + Number.parseInt(text.slice(0, size), 16));
  });
  return writes.join('');
};

test.each(DIALECTS)('the mock of %s is complete for a client of the same dialect', (dialect) => {
  expect(isWholeFor(dialect, false, UPSTREAMS[dialect].response)).toBe(true);
  expect(isWholeFor(dialect, true, streamOf(dialect))).toBe(true);
});

test.each(DIALECTS)('a client of %s notices a missing token or usage', (dialect) => {
  const { response } = UPSTREAMS[dialect];
  expect(isWholeFor(dialect, false, response.replace('nice ', ''))).toBe(false);
  expect(isWholeFor(dialect, false, response.replaceAll('usage', 'other'))).toBe(false);
  const stream = streamOf(dialect);
  expect(isWholeFor(dialect, true, stream.replaceAll('tok17 ', ''))).toBe(false);
  expect(isWholeFor(dialect, true, stream.replaceAll('usage', 'other'))).toBe(false);
});

test('each client is paired with each upstream, streamed and not', () => {
  const names = new Set(PAIRS.map((pair) => Object.values(pair).join(' ')));
  expect([PAIRS.length, names.size]).toEqual([32, 32]);
});

const sample = (cpuMicroseconds: number, errors = 0) => ({
  requestsPerSecond: 1e6 / cpuMicroseconds,
  cpuMicroseconds,
  cpuShare: 1,
  foreignShare: 0,
  errors,
});
const pair = { client: 'openai-chat', upstream: 'openai-chat', stream: true } as const;
const translated = { ...pair, upstream: 'gemini-generate' } as const;
const cellsOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.includes(name))
    ?.split('|')
    .map((cell) => cell.trim());

test("the cost of a pair is the median of the rounds' ratios to its client's pass-through pair", () => {
  const text = renderPairs([
    { pair, samples: [sample(100), sample(200), sample(100)] },
    { pair: translated, samples: [sample(150), sample(500), sample(180)] },
  ]);
  expect(cellsOf(text, '→ openai-chat')?.slice(2, 5)).toEqual(['10000', '100', '1.00']);
  expect(cellsOf(text, '→ gemini')?.slice(2, 5)).toEqual(['5556', '180', '1.80']);
});

test('a pair with an error has no cost', () => {
  const text = renderPairs([
    { pair, samples: [sample(100)] },
    { pair: translated, samples: [sample(10, 3)] },
  ]);
  expect(cellsOf(text, '→ gemini')?.slice(4, 8)).toEqual(['–', '100 %', '0 %', '3']);
});
