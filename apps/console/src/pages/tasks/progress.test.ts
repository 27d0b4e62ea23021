import { expect, test } from 'vitest';
import { elapsedTone, isRunning, percentOf } from './progress.ts';

test('a task is green up to 60 s and red beyond', () => {
  expect([0, 60_000, 60_001, 61_000].map(elapsedTone)).toEqual(['good', 'good', 'bad', 'bad']);
});

test('a progress bar is between 0 and 100 percent, whatever an upstream reports', () => {
  const values = ['45%', '', '100%', '250%', '12.5 %', '7', '-5%', 'Waiting to start', 'NaN%'];
  expect(values.map((progress) => percentOf({ progress }))).toEqual([
    45, 0, 100, 100, 12.5, 7, 0, 0, 0,
  ]);
});

test('a task runs until it ends or waits for its user, even in an unknown state', () => {
  const states = ['', 'NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'UNKNOWN', 'LATER'];
  expect(states.filter((status) => !isRunning({ status }))).toEqual([]);
  const ended = ['SUCCESS', 'FAILURE', 'CANCEL', 'MODAL'];
  const batches = ['completed', 'failed', 'expired', 'cancelled'];
  expect([...ended, ...batches].filter((status) => isRunning({ status }))).toEqual([]);
  expect(isRunning({ status: 'cancelling' })).toBe(true);
});
