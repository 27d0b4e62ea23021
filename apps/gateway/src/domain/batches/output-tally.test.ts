import type { Price } from '@tollgate/pricing';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import type { Batch } from './batch-holds.ts';
import { readBatchReport } from './batch-report.ts';
import { OutputTally } from './output-tally.ts';

const TOTAL = 4;
const MOST = { prompt_max: 400, completion_max: 800 };
const batch = {
  ...MOST,
  endpoint: '/v1/chat/completions',
  total: TOTAL,
  prompt_estimate: 200,
} as Batch;
const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
const message = { role: 'assistant', content: 'Hi' };
const body = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
const lineOf = (id: unknown, response: unknown) =>
  Buffer.from(JSON.stringify({ custom_id: id, response }) ?? '');

async function tallyOf(
  lines: AsyncIterable<Buffer> | Iterable<Buffer>,
  price: Price = plainPrice,
): Promise<OutputTally> {
  const tally = new OutputTally(batch, price);
  async function* all() {
    yield* lines;
  }
  await tally.addAll(all());
  return tally;
}

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, '', -1, 1e9, 1e300, '1e308', [], {}, [null], { toString: 1 }),
);
const perhaps = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: strange });
const count = perhaps(fc.nat(2000));
const reportedUsage = perhaps(
  fc.record({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
);
const response = perhaps(
  fc.record({
    status_code: perhaps(fc.constantFrom(200, 200, 299, 400)),
    body: perhaps(reportedUsage.map((input) => ({ ...body, usage: input }))),
  }),
);
const line = fc
  .tuple(perhaps(fc.constantFrom('a', 'b', 'c', 'd', 'e')), response)
  .map(([id, input]) => lineOf(id, input));

test('whatever an output contains, never more lines and tokens count than were reserved, nor fewer than 0', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.nat(10), async (lines, unread) => {
      const tally = await tallyOf(lines);
      tally.addUnread(unread);
      const parts = [...tally.parts.values()];
      const sum = (of: (part: (typeof parts)[number]) => number) =>
        parts.reduce((all, part) => all + of(part), 0);
      expect(sum((part) => part.lines)).toBe(tally.lines);
      expect(tally.lines).toBeLessThanOrEqual(TOTAL);
      const prompt = sum((part) => part.usage.promptTokens);
      const completion = sum((part) => part.usage.completionTokens);
      for (const [tokens, most] of [
        [prompt, MOST.prompt_max],
        [completion, MOST.completion_max],
      ] as const)
        expect(tokens).toSatisfy(
          (reportedUsage: number) =>
            Number.isSafeInteger(reportedUsage) && reportedUsage >= 0 && reportedUsage <= most,
        );
    }),
    { numRuns: 500 },
  );
});

test('reading an endless output stops, whether its lines are new, repeated or invalid', async () => {
  const lineBuilders = [
    (index: number) => lineOf(`id ${index}`, { status_code: 500 }),
    () => lineOf('a', { status_code: 200, body }),
    () => Buffer.from('{}'),
  ];
  for (const make of lineBuilders) {
    let read = 0;
    function* endless() {
      while (read < 10_000) yield make((read += 1));
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await tallyOf(endless());
    expect(read).toBeLessThan(200);
  }
});

test.each([
  ['lists', '[],'],
  ['objects', '{},'],
  ['names', '"a":[{}],'],
])('a line of endless %s is not parsed, but estimated by its length', async (_name, item) => {
  const filler = item.repeat(300_000);
  const list = item.startsWith('"') ? `{${filler}"b":1}` : `[${filler}1]`;
  const parse = vi.spyOn(JSON, 'parse');
  const hostile = lineOf('a', { status_code: 200, body }).toString().replace('{', `{"x":${list},`);
  const tally = await tallyOf([Buffer.from(hostile), lineOf('b', { status_code: 200, body })]);
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
  parse.mockRestore();
  expect(longest).toBeLessThan(1000);
  expect(tally.lines).toBe(2);
  const [part] = tally.parts.values();
  expect(part).toMatchObject({ estimated: true });
});

test('a line of a long text is parsed', async () => {
  const long = { ...message, content: 'x'.repeat(1_000_000) };
  const choices = [{ index: 0, message: long, finish_reason: 'stop' }];
  const tally = await tallyOf([lineOf('a', { status_code: 200, body: { choices, usage } })]);
  const [part] = tally.parts.values();
  expect(part).toMatchObject({ estimated: false, usage: { promptTokens: 10 } });
});

test('whatever a provider reports of a batch, the counts do not exceed the batch', () => {
  const counts = perhaps(fc.record({ completed: count, failed: count, total: count }));
  const errors = perhaps(
    fc.record({
      data: perhaps(
        fc.array(
          perhaps(fc.record({ code: strange, message: strange, line: count, param: strange })),
        ),
      ),
    }),
  );
  const report = fc.record({
    status: perhaps(fc.constantFrom('completed', 'in_progress')),
    request_counts: counts,
    errors,
    completed_at: count,
    output_file_id: perhaps(fc.constant('file-1')),
    error_file_id: strange,
  });
  fc.assert(
    fc.property(report, (input) => {
      const { completed, failed, times, outputId, errorId } = readBatchReport(input, TOTAL);
      for (const reportedUsage of [completed, failed])
        expect(reportedUsage).toSatisfy(
          (number: number) => Number.isInteger(number) && number >= 0 && number <= TOTAL,
        );
      for (const time of Object.values(times)) expect(time).toBeGreaterThan(0);
      for (const id of [outputId, errorId]) expect(id).toMatch(/^[\w-]{0,200}$/);
    }),
    { numRuns: 1000 },
  );
});

test('lines that show reasoning cost its price, whether or not their usage says so', async () => {
  const thinking = { ...(plainPrice as Extract<Price, { kind: 'ratio' }>) };
  const price = { ...thinking, thinking };
  const choices = [{ index: 0, message: { ...message, reasoning_content: 'Well' } }];
  const lines = [{ body }, { body: { ...body, choices } }, { body: { choices } }];
  const tally = await tallyOf(
    lines.map((each, index) => lineOf(`${index}`, { status_code: 200, ...each })),
    price,
  );
  expect([...tally.parts].map(([of, part]) => [of === thinking, part.lines])).toEqual([
    [false, 1],
    [true, 2],
  ]);
});
