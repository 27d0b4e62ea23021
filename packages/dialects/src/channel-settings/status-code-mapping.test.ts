import { describe, expect, it } from 'vitest';
import { parseStatusCodeMapping } from './status-code-mapping.ts';

const read = (text: string) => {
  const result = parseStatusCodeMapping(text);
  return result.ok ? [...result.mapping] : result.code;
};

describe('parseStatusCodeMapping', () => {
  it('accepts strings and numbers alike', () => {
    expect(read('{"400":"500","429":503," 404 ":" 400 "}')).toEqual([
      [400, 500],
      [429, 503],
      [404, 400],
    ]);
  });

  it('reads an empty text as no mapping', () => {
    expect(read('')).toEqual([]);
  });

  it('refuses everything but error statuses, so that no success changes and no error vanishes', () => {
    for (const text of [
      '{"200":"500"}',
      '{"400":"200"}',
      '{"4000":500}',
      '{"400":500.5}',
      '{"400":null}',
      '[]',
      '{',
      '1',
    ]) {
      expect(read(text), text).toBe('status_code_mapping_invalid');
    }
  });
});
