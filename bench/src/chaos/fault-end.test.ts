import { expect, test } from 'vitest';
import { FaultEnd } from './fault-end.ts';

test('recovery is measured from the last end of the fault, and a scenario that never states one is refused', () => {
  const end = new FaultEnd();
  expect(() => end.elapsedMs(1000)).toThrow('faultIsOver');
  end.mark(400);
  end.mark(600);
  expect(end.elapsedMs(1000.4)).toBe(400);
});
