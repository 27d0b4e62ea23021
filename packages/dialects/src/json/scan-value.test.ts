import { describe, expect, it, vi } from 'vitest';
import { encodeText } from './encode-text.ts';
import { listTopLevelMembers } from './top-level-members.ts';

/** Returns the number of bytes passed to native searches. */
function searchedBytes(text: string): number {
  const bytes = encodeText(text);
  let searched = 0;
  const search = Uint8Array.prototype.indexOf;
  const spy = vi.spyOn(Uint8Array.prototype, 'indexOf').mockImplementation(function (
    this: Uint8Array,
    needle,
    from = 0,
  ) {
    const index = search.call(this, needle, from);
    searched += (index === -1 ? this.length : index) - from;
    return index;
  });
  expect(listTopLevelMembers(bytes)).toBeDefined();
  spy.mockRestore();
  return searched;
}

describe('skipping values', () => {
  it.each<[string, (size: number) => string]>([
    [
      'many lists of numbers before a long text',
      (size) => `{${'"a":[1],'.repeat(size / 80)}"b":"${'x'.repeat(size)}"}`,
    ],
    ['many lists of numbers in a list', (size) => `{"a":[${'[1],'.repeat(size / 4)}[2]]}`],
    ['lists that begin with a number', (size) => `{"a":[${'[1,{}],'.repeat(size / 7)}[2]]}`],
    [
      'nested lists that begin with a number',
      (size) => `{"a":${'[1,'.repeat(size / 3)}1${']'.repeat(size / 3)}}`,
    ],
  ])('searches %s only a few times', (_name, make) => {
    const text = make(24_000);
    expect(searchedBytes(text)).toBeLessThan(6 * text.length);
  });
});
