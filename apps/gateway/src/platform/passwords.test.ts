import { describe, expect, test } from 'vitest';
import { DECOY_HASH, hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  test('a hash is argon2id, salted, and matches only its password', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword('correct horse', one)).toBe(true);
    expect(await verifyPassword('Correct horse', one)).toBe(false);
  });

  test('an unknown user costs the same work as a wrong password', async () => {
    const shape = (hash: string) =>
      hash.split('$').map((part, index) => (index < 4 ? part : part.length));
    expect(shape(DECOY_HASH)).toEqual(shape(await hashPassword('x')));
    expect(await verifyPassword('', DECOY_HASH)).toBe(false);
  });

  test.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1$x$y'])(
    'a hash in another format (%j) matches no password',
    async (hash) => {
      expect(await verifyPassword(hash, hash)).toBe(false);
    },
  );
});
