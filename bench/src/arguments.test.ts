import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

test('without arguments everything is measured for five seconds in three rounds, and nothing is written', () => {
  expect(readArguments([])).toEqual({
    only: [],
    seconds: 5,
    rounds: 3,
    write: false,
    profile: false,
  });
});

test.each([
  [['--only', 'nothing'], '--only nothing: there are'],
  [['--seconds', '0'], '--seconds takes'],
  [['--seconds', 'ten'], '--seconds takes'],
  [['--rounds', '16'], '--rounds takes'],
  [['--write', '--only', 'streams'], '--write needs the whole run'],
  [['--help'], 'There are --only, --seconds, --rounds, --write, --profile.'],
])('%j is refused', (args, message) => {
  expect(() => readArguments(args)).toThrow(message);
});
