import { expect, test } from 'vitest';
import { listMethods } from './payment-methods.ts';

const off = { epay: false, usdt: false, cryptomus: false, airwallex: false };
const names = (flags: Partial<typeof off>) =>
  listMethods({ ...off, ...flags }).map(({ method, on }) => `${method}${on ? '' : ' (off)'}`);

test('payment methods that are on come first; those that are off stay visible, but for coins', () => {
  expect(names({})).toEqual(['usdt (off)', 'zfb (off)', 'wx (off)', 'airwallex (off)']);
  expect(names({ airwallex: true })).toEqual(['airwallex', 'usdt (off)', 'zfb (off)', 'wx (off)']);
  expect(names({ epay: true, usdt: true, cryptomus: true, airwallex: true })).toEqual([
    'usdt',
    'zfb',
    'wx',
    'airwallex',
    'cryptomus',
  ]);
});
