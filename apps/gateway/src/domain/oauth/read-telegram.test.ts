import { expect, test } from 'vitest';
import { readTelegram } from './read-telegram.ts';

const botToken = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';
const now = 1_760_000_000;
const proof = {
  id: '987654321',
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  photo_url: 'https://t.me/i/userpic/320/ada.jpg',
  auth_date: '1760000000',
  hash: 'c265b1f4996a0b957eac9d494de1c76e70ac9074cb5fc84921b0b79d9d801355',
};

test('the worked example of Telegram’s signature is right', () => {
  expect(readTelegram(proof, { botToken, now })).toEqual({
    site: 'telegram',
    id: '987654321',
    login: 'ada',
    name: 'Ada Lovelace',
  });
});

test('a proof that was changed, is of another bot, too old or of the future is refused', () => {
  const { photo_url: _, ...less } = proof;
  for (const [changed, where] of [
    [{ ...proof, id: '1' }, {}],
    [{ ...proof, hash: `${proof.hash.slice(0, -1)}6` }, {}],
    [{ ...proof, hash: 'zz' }, {}],
    [less, {}],
    [proof, { botToken: 'other' }],
    [proof, { botToken: '' }],
    [proof, { now: now + 301 }],
    [proof, { now: now - 61 }],
  ] as const)
    expect(() => readTelegram(changed, { botToken, now, ...where })).toThrow('oauth_failed');
});
