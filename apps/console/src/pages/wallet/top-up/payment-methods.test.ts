import { expect, test } from 'vitest';
import { listMethods } from './payment-methods.ts';

const off = { online: false, usdt: false, crypto: false, card: false, liveCard: false };
const names = (flags: Partial<typeof off>) =>
  listMethods({ ...off, ...flags }).map(({ method, on }) => `${method}${on ? '' : ' (off)'}`);

test('what is on comes first, what is off stays to be seen, coins only where they are on', () => {
  expect(names({})).toEqual(['usdt (off)', 'zfb (off)', 'wx (off)', 'airwallex (off)']);
  expect(names({ card: true })).toEqual(['airwallex', 'usdt (off)', 'zfb (off)', 'wx (off)']);
  expect(names({ online: true, usdt: true, crypto: true, card: true })).toEqual([
    'usdt',
    'zfb',
    'wx',
    'airwallex',
    'cryptomus',
  ]);
});
