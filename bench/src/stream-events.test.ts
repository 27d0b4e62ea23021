import { expect, test } from 'vitest';
import { buildStreamWrites, STREAM_TOKENS } from './stream-events.ts';
import { WORKLOADS } from './workloads.ts';

test('the writes are HTTP chunks that join to 40 tokens, usage and [DONE]', () => {
  const writes = buildStreamWrites().map(String);
  expect(writes.length).toBe(11);
  const text = writes.map((write) => readChunk(write)).join('');
  expect(text.match(/"content":"tok\d+ "/g)?.length).toBe(STREAM_TOKENS);
  expect(writes.at(-1)?.endsWith('\r\n0\r\n\r\n')).toBe(true);
  expect(WORKLOADS.find(({ name }) => name === 'streams')?.isWhole(text)).toBe(true);
});

function readChunk(write: string): string {
  const [size = ''] = write.split('\r\n', 1);
  const text = write.slice(size.length + 2, size.length + 2 + Number.parseInt(size, 16));
  expect(write.slice(size.length + 2 + text.length, size.length + 4 + text.length)).toBe('\r\n');
  return text;
}

test('the large body has its 110 kB', () => {
  const bytes = Buffer.byteLength(
    WORKLOADS.find(({ name }) => name === 'large-bodies')?.body ?? '',
  );
  expect(bytes).toBeGreaterThan(109_000);
  expect(bytes).toBeLessThanOrEqual(110_000);
});
