import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { LineTooLong, readLines } from './read-lines.ts';

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, 'latin1');
  let from = 0;
  for (const size of sizes) {
    yield bytes.subarray(from, from + size);
    from += size;
  }
  yield bytes.subarray(from);
}

async function collect(chunks: AsyncIterable<Uint8Array>, most = 1000): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(chunks, most)) lines.push(line.toString('latin1'));
  return lines;
}

test('the lines are those of the whole text, wherever the chunks are split', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'b'), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(9), { maxLength: 20 }), async (input, sizes) => {
      const expected = input.split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect(await collect(cut(input, sizes))).toEqual(expected);
    }),
  );
});

test('an overlong line is reported by length only, and the next ones follow', async () => {
  const lengths: number[] = [];
  const lines: string[] = [];
  const text = `a\n${'x'.repeat(50)}\nb\n${'y'.repeat(30)}`;
  for await (const line of readLines(cut(text, [7, 9, 20]), 10, (bytes) => lengths.push(bytes)))
    lines.push(line.toString('latin1'));
  expect({ lines, lengths }).toEqual({ lines: ['a', 'b'], lengths: [50, 30] });
});

test('skipping a line takes no memory, however long it is', async () => {
  const concat = vi.spyOn(Buffer, 'concat');
  const text = `a\n${'x'.repeat(5000)}\nb`;
  for await (const line of readLines(cut(text, [2000, 2000]), 10, () => undefined))
    expect(line.length).toBe(1);
  const sizes = concat.mock.calls.map(([, size = 0]) => size);
  concat.mockRestore();
  expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(10);
});

test('an endless line is rejected at the limit with its number', async () => {
  let sentCount = 0;
  async function* endless() {
    yield Buffer.from('a\n');
    for (;;) {
      sentCount += 100;
      yield Buffer.alloc(100, 'x');
    }
  }
  await expect(collect(endless(), 5000)).rejects.toEqual(new LineTooLong(2));
  expect(sentCount).toBeLessThan(5200);
});

test('a line that arrives byte by byte is joined as it arrives', async () => {
  async function* bytes() {
    for (let index = 0; index < 20_000; index += 1) yield Buffer.from('x');
  }
  const concat = vi.spyOn(Buffer, 'concat');
  for await (const line of readLines(bytes(), 1e6)) expect(line).toHaveLength(20_000);
  expect(Math.max(...concat.mock.calls.map(([parts]) => parts.length))).toBeLessThan(400);
  concat.mockRestore();
});
