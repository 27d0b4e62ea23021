import { expect, test } from 'vitest';
import { nearest, nextStep } from './readable-steps.tsx';

const steps = [0, 0.2, 0.9].map((at) => ({ at, name: String(at), texts: [] }));

test.each([
  [-1, 0],
  [0.09, 0],
  [0.5, 1],
  [0.8, 2],
  [2, 2],
])('a pointer at %f selects step %i', (position, step) =>
  expect(nearest(steps, position)).toBe(step),
);

test('arrows, Home and End stay within the steps, other keys do nothing', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map((key) => nextStep(key, 1, 3))).toEqual(
    [0, 2, 0, 2, undefined],
  );
  expect([nextStep('ArrowLeft', 0, 3), nextStep('ArrowRight', 2, 3)]).toEqual([0, 2]);
});
