import { expect, test } from 'vitest';
import { OutcomeWindow } from './outcome-window.ts';

test('a window counts the last minute and drops what is older', () => {
  const window = new OutcomeWindow();
  window.note(1_000_000, 'ok');
  window.note(1_000_000, 'fault');
  window.note(1_030_000, 'slow');
  expect(window.sums(1_030_000)).toEqual({ ok: 1, slow: 1, fault: 1 });
  expect(window.sums(1_060_000)).toEqual({ ok: 0, slow: 1, fault: 0 });
  window.note(1_060_000, 'ok');
  expect(window.sums(1_060_000)).toEqual({ ok: 1, slow: 1, fault: 0 });
  expect(window.sums(2_000_000)).toEqual({ ok: 0, slow: 0, fault: 0 });
});
