import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Exchange,
  type Outcome,
  runExchange,
  type TranslationRoute,
} from '../testing/run-exchange.ts';

/** A loss known from other gateways, with calls affected by it and everything sent and reported here. */
interface ConversionCase {
  readonly loss: number;
  /** What other gateways lose. */
  readonly lost: string;
  /** What must be kept here. */
  readonly kept: string;
  readonly way: TranslationRoute;
  readonly exchanges: readonly (Exchange & Outcome)[];
}

const LOSSES = 26;
const root = new URL('../../conversion-cases/', import.meta.url);
const files = readdirSync(root).filter((name) => name.endsWith('.json'));
const fixtures = files.map((file) => ({
  file,
  ...(JSON.parse(readFileSync(new URL(file, root), 'utf8')) as ConversionCase),
}));

describe.each(fixtures)('loss $loss: $kept', ({ way, exchanges }) => {
  it.each(exchanges.map((exchange, index) => ({ call: index + 1, exchange })))(
    "holds for call $call, from the client's request to what it receives",
    ({ exchange }) => {
      const { request, response, events, recalled, ...outcome } = exchange;
      const input = {
        request,
        ...(response && { response }),
        ...(events && { events }),
        ...(recalled && { recalled }),
      };
      expect(runExchange(way, input)).toEqual(outcome);
    },
  );
});

describe('the known conversion cases', () => {
  it('have one fixture each, with calls and responses', () => {
    const numbers = fixtures.map(({ loss }) => loss).toSorted((left, right) => left - right);
    expect(numbers).toEqual(Array.from({ length: LOSSES }, (_, index) => index + 1));
    for (const { file, exchanges } of fixtures) {
      const completed = exchanges.filter((each) => each.received ?? each.receivedEvents);
      expect(completed.length, file).toBeGreaterThan(0);
    }
  });

  it("are listed in the README's table next to their fixture", () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8');
    const rows = readme.split('\n').filter((line) => /^\| +\d/.test(line));
    const cells = rows.map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
    expect(cells).toEqual(
      fixtures.map(({ file, loss, way, lost, kept }) => [
        String(loss),
        `${way.from} → ${way.to}`,
        lost,
        kept,
        `[${file}](${file})`,
      ]),
    );
  });
});
