import { expect, test } from 'vitest';
import { durationTone, firstTokenTone } from './tones.ts';

test('a call is green under 101 s, orange under 300 s, red above', () => {
  expect([0, 100, 101, 299, 300].map(durationTone)).toEqual([
    'good',
    'good',
    'warn',
    'warn',
    'bad',
  ]);
});

test('a first token is green under 3 s, orange under 10 s, red above', () => {
  expect([0, 2900, 3000, 9900, 10_000].map(firstTokenTone)).toEqual([
    'good',
    'good',
    'warn',
    'warn',
    'bad',
  ]);
});
