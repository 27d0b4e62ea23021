import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countJobs } from '../../../test-support/hostile/count-jobs.ts';
import { continuedFactor, costFactor } from './cost-factor.ts';
import { oneJobPrompt, withoutModes } from './one-job-prompt.ts';

const jobsOf = (prompt: string) => countJobs(JSON.stringify({ prompt }));

describe('a prompt requests one job', () => {
  test.each([
    ['a cat --repeat 40 --ar 1:1 --R 4', 'a cat --ar 1:1'],
    ['a cat \u2014repeat 40 \u2013r 4 --v 6', 'a cat --v 6'],
    ['a cat --repeat40 -- r=4 --R: 3 \u2212\u2212repeat \uff14 --v 6', 'a cat \u2212, --v 6'],
    ['a cat --raw --rw 4 well-r 5', 'a cat --raw --rw 4 well-r 5'],
    ['a ----r 2-repeat 9', 'a --,-repeat 9'],
    ['a --repeat --r 2 9', 'a --repeat, 9'],
    ['a --repeat--repeat 3 9', 'a --repeat, 9'],
    ['a {red, green, blue} cat', 'a {red\\, green\\, blue} cat'],
    [
      'a {seagull {on a pier, on a beach}, poodle}',
      'a {seagull {on a pier\\, on a beach}\\, poodle}',
    ],
    ['a {red\\, green} cat, and {what', 'a {red\\, green} cat, and {what'],
    ['a cat, a dog --ar 1:1', 'a cat, a dog --ar 1:1'],
  ])('%s', (prompt, sent) => {
    expect(oneJobPrompt(prompt)).toBe(sent);
    expect(jobsOf(sent)).toBe(1);
  });

  test('however its parts are combined', () => {
    const part = fc.constantFrom(
      '--repeat',
      '--r',
      '\u2014r',
      'r',
      '=',
      '\uff14',
      '--',
      '-',
      ' ',
      '9',
      '2',
      '{',
      '}',
      ',',
      '\\',
      'a',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        expect(jobsOf(oneJobPrompt(parts.join('')))).toBe(1);
      }),
      { numRuns: 5000 },
    );
  });

  test('is rewritten in linear time', () => {
    const parts = 20_000;
    const nested = `${'--repeat '.repeat(parts)}${' 9'.repeat(parts)}${'{a,'.repeat(parts)}}`;
    expect(jobsOf(oneJobPrompt(nested))).toBe(1);
  });
});

test('mode flags are removed however their dashes are written', () => {
  expect(withoutModes('a cat --fast --ar 1:1 \u2014turbo')).toBe('a cat --ar 1:1');
});

describe('the cost of an image is proportional to its GPU time', () => {
  test.each([
    ['a cat --ar 1:1 --v 7', 1],
    ['a cat --q .5 --quality 1 --hdr', 1],
    ['a cat --q 2', 2],
    ['a cat --Q4', 4],
    ['a cat \u2014quality=4 --q 1', 4],
    ['a cat -- q \uff14', 4],
    ['a cat --q 400', 4],
    ['a cat --HD', 4],
    ['a cat \u2013hd --q 4 --turbo', 32],
    ['a cat --TURBO', 2],
  ])('%s: %s', (prompt, factor) => {
    expect(costFactor(prompt)).toBe(factor);
  });

  test('turbo mode doubles it once, whichever way it was chosen', () => {
    expect(costFactor('a cat', { modes: ['TURBO'] })).toBe(2);
    expect(costFactor('a cat --turbo', { modes: ['TURBO'] })).toBe(2);
    expect(costFactor('a cat', { modes: ['FAST'] })).toBe(1);
  });

  test('also applies to a repeated task', () => {
    const origin = { data: JSON.stringify({ prompt: 'a cat --hd' }) };
    expect(continuedFactor({ action: 'REROLL', factor: 2 }, origin)).toBe(4);
    expect(continuedFactor({ action: 'UPSCALE', factor: 1 }, origin)).toBe(1);
    expect(continuedFactor({ action: 'REROLL', factor: 2 }, { data: '{}' })).toBe(2);
  });
});
