import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ChunkList } from './chunk-list.ts';

test('a body of any chunks arrives unchanged, and the list can be used again', () => {
  const list = new ChunkList();
  const runs = fc.array(fc.tuple(fc.nat(3000), fc.nat(700)), { maxLength: 6 });
  fc.assert(
    fc.property(runs, (parts) => {
      const chunks = parts.flatMap(([size, count], part) =>
        Array.from({ length: count }, (_, index) => Buffer.alloc(size, part * 31 + index)),
      );
      for (const chunk of chunks) list.push(chunk);
      const whole = Buffer.concat(chunks);
      expect(list.bytes).toBe(whole.length);
      expect(list.take().equals(whole)).toBe(true);
      expect(list.take()).toHaveLength(0);
    }),
    { numRuns: 30 },
  );
});

test('single bytes are not kept one by one, and are copied twice at most', () => {
  const concat = vi.spyOn(Buffer, 'concat');
  const list = new ChunkList();
  const bytes = 100_000;
  for (let index = 0; index < bytes; index += 1) list.push(Buffer.of(index));
  const copied = () => concat.mock.calls.reduce((total, [, length = 0]) => total + length, 0);
  expect(copied()).toBeLessThanOrEqual(bytes);
  list.take();
  expect(concat.mock.lastCall?.[0].length).toBeLessThan(700);
  expect(copied()).toBeLessThanOrEqual(2 * bytes);
  concat.mockRestore();
});

test('a body of one chunk is not copied', () => {
  const list = new ChunkList();
  const chunk = Buffer.from('whole');
  list.push(chunk);
  expect(list.take()).toBe(chunk);
});
