import { afterEach, beforeEach, vi } from 'vitest';
import { JsonBounds } from '@tollgate/dialects';

/** The cost of JSON in one test: work is counted, never timed. */
export interface JsonWork {
  /** Steps of each slice while measuring a body. */
  slices: number[];
  /** The longest text that was parsed, in characters. */
  parsed: number;
}

/** Counts the JSON work of each test of a file, starting from zero. */
export function watchJsonWork(): JsonWork {
  const work: JsonWork = { slices: [], parsed: 0 };
  beforeEach(() => {
    work.slices = [];
    work.parsed = 0;
    const advance = JsonBounds.prototype.advance;
    vi.spyOn(JsonBounds.prototype, 'advance').mockImplementation(function (this: JsonBounds, max) {
      const before = this.steps;
      const done = advance.call(this, max);
      work.slices.push(this.steps - before);
      return done;
    });
    const parse = JSON.parse.bind(JSON);
    vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
      work.parsed = Math.max(work.parsed, text.length);
      return parse(text, reviver) as unknown;
    });
  });
  afterEach(() => vi.restoreAllMocks());
  return work;
}
