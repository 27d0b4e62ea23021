import { expect, test } from 'vitest';
import { shouldReloadSession } from './should-reload-session.ts';

const user = (id: number, username = 'a') => JSON.stringify({ id, username });
const changed = (oldValue: string | null, newValue: string | null, key = 'user') =>
  shouldReloadSession({ key, oldValue, newValue });

test('a tab reloads when its user signed out in another one, or somebody else signed in there', () => {
  expect(changed(user(1), null)).toBe(true);
  expect(changed(user(1), user(2))).toBe(true);
  expect(changed(user(1), 'broken {')).toBe(true);
});

test('it does not reload for the same user, or if nobody was signed in', () => {
  expect(changed(user(1), user(1, 'renamed'))).toBe(false);
  expect(changed(null, user(1))).toBe(false);
  expect(changed('broken {', user(1))).toBe(false);
  expect(changed(user(1), null, 'language')).toBe(false);
});
