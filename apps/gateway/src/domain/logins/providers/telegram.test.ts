import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LoginProviderContext } from '../login-provider-context.ts';
import { telegram } from './telegram.ts';

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

const verify = (fields: Record<string, string>, changed: { token?: string; at?: number } = {}) => {
  const { token = botToken, at = now } = changed;
  // Telegram reads a single option of the context.
  const context = { options: { get: () => token } } as unknown as LoginProviderContext;
  return telegram.verify(context, fields, at);
};

test('Telegram’s worked example of a signature verifies', () => {
  expect(verify(proof)).toEqual({
    profile: { subject: '987654321', username: 'ada', displayName: 'Ada Lovelace' },
    proof: proof.hash,
  });
});

test('a proof that is altered, extended (which would make it another one), from another bot, too old or from the future is refused', () => {
  const { photo_url: _, ...less } = proof;
  for (const [changed, where] of [
    [{ ...proof, id: '1' }, {}],
    [{ ...proof, hash: `${proof.hash.slice(0, -1)}6` }, {}],
    [{ ...proof, hash: 'zz' }, {}],
    [{ ...proof, hash: `${proof.hash}z` }, {}],
    [{ ...proof, hash: `${proof.hash}0` }, {}],
    [less, {}],
    [proof, { token: 'other' }],
    [proof, { token: '' }],
    [proof, { at: now + 301 }],
    [proof, { at: now - 61 }],
  ] as const)
    expect(() => verify(changed, where)).toThrow('oauth_failed');
});

/** Signs a text of lines as Telegram does. */
const sign = (text: string) =>
  createHmac('sha256', createHash('sha256').update(botToken).digest()).update(text).digest('hex');

test('a name with line breaks does not pass for other fields with the same signature', () => {
  // Ada uses this name at Telegram, and the signature would also fit somebody with the id 1.
  const lines = 'auth_date=1760000000\nfirst_name=Ada\nid=1\nid=987654321';
  const forged = { auth_date: '1760000000', first_name: 'Ada\nid=1', id: '987654321' };
  const moved = { auth_date: '1760000000\nfirst_name=Ada', id: '1\nid=987654321' };
  for (const fields of [forged, moved])
    expect(() => verify({ ...fields, hash: sign(lines) })).toThrow('oauth_failed');
});

test.each(['\n', '\r', '\0', '\t', '\u0085', '\u2028', '\u007f'])(
  'no signed field may contain the control character %j',
  (control) => {
    for (const name of ['first_name', 'last_name', 'username', 'photo_url', 'id'] as const) {
      const fields = { auth_date: '1760000000', id: '5', [name]: `5${control}x` };
      const text = Object.entries(fields)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, value]) => `${key}=${value}`)
        .join('\n');
      expect(() => verify({ ...fields, hash: sign(text) })).toThrow('oauth_failed');
    }
  },
);
