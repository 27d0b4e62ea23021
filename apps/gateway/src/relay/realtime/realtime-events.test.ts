import { expect, test } from 'vitest';
import { billedToolOf } from './realtime-events.ts';

test('a tool billed by its provider is found in a session wherever it is listed', () => {
  const search = { type: 'web_search' };
  for (const before of [null, 1, {}, { name: 'f' }, { type: null }, { type: 'function' }])
    expect(billedToolOf({ tools: [before, search] })).toBe('web_search');
  expect(billedToolOf({ tools: [{ type: { toString: 1 } }] })).toBe('unknown');
  expect(billedToolOf({ tools: [{ type: 'function' }, { name: 'f' }] })).toBeUndefined();
});
