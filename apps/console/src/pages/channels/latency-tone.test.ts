import { expect, test } from 'vitest';
import { latencyTone } from './latency-tone.ts';

test('a response time is green to 1 s, blue to 3 s, orange to 5 s, red above, gray when untested', () => {
  expect([0, 1, 1000, 1001, 3000, 3001, 5000, 5001].map(latencyTone)).toEqual([
    'off',
    'good',
    'good',
    'info',
    'info',
    'warn',
    'warn',
    'bad',
  ]);
});
