import type { User } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import {
  checkNewUser,
  checkQuota,
  checkUser,
  initialValues,
  quotaFields,
  userChanges,
} from './values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const user = {
  username: 'alice',
  display_name: 'Alice',
  group: 'default,vip',
  quota: 1000,
} as User;
const change = (typed: number | string, reason = 'gift') => ({ change: typed, reason, form: 'f' });

test('an untouched form changes nothing, and only changes are sent', () => {
  const values = initialValues(user);
  expect(userChanges(user, values)).toEqual({});
  expect(checkUser(user, values, t)).toEqual({});
  expect(
    userChanges(user, { ...values, displayName: ' A ', groups: ['vip'], password: 'password2' }),
  ).toEqual({ display_name: 'A', group: 'vip', password: 'password2' });
});

test('a change of quota is sent as integers, with the balance before and after and the reason', () => {
  expect(quotaFields(1000, change('250', ' gift '))).toEqual({
    quota: 1250,
    quota_before: 1000,
    reason: 'gift',
    idempotency_key: 'f_250',
  });
  expect(quotaFields(1000, change(''))).toEqual({});
  expect(quotaFields(1000, change('0'))).toEqual({});
});

test('the same form sends the same change under the same key, any other change under another', () => {
  const key = (values: Parameters<typeof quotaFields>[1]) =>
    quotaFields(0, values).idempotency_key ?? '';
  const values = { ...initialValues(user), change: 5 };
  expect(key(values)).toBe(key({ ...values, reason: 'other' }));
  expect(key({ ...values, change: 6 })).not.toBe(key(values));
  expect(key({ ...initialValues(user), change: 5 })).not.toBe(key(values));
  expect(key({ ...values, change: -9_000_000_000_000 })).toMatch(/^[\w-]{8,64}$/);
});

test('a change needs a reason, must be an integer and must leave a valid balance', () => {
  const problem = (typed: number | string, reason = 'gift', required = true) =>
    Object.values(checkQuota(1000, change(typed, reason), { t, required }));
  expect(problem(5)).toEqual([]);
  expect(problem(-1000)).toEqual([]);
  expect(problem(-1001)).toEqual(['users.quota.belowZero']);
  expect(problem(9_000_000_000_000)).toEqual(['users.quota.tooHigh']);
  expect(problem(1.5)).toEqual(['users.quota.changeRequired']);
  expect(problem('x')).toEqual(['users.quota.changeRequired']);
  expect(problem('', '')).toEqual(['users.quota.changeRequired']);
  expect(problem('', '', false)).toEqual([]);
  expect(problem(5, ' ')).toEqual(['users.quota.reasonRequired']);
});

test('a new user without a name or password is rejected with one message for both', () => {
  const check = (username: string, password: string, displayName = '') =>
    checkNewUser({ username, password, displayName }, t);
  const text = 'errors.user_fields_required';
  expect(check('', '')).toEqual({ username: text, password: true });
  expect(check(' ', 'password1')).toEqual({ username: text });
  expect(check('bob', '')).toEqual({ password: text });
  expect(check('bob', 'short')).toEqual({ password: 'errors.password_length' });
  expect(check('b b', 'password1')).toEqual({ username: 'errors.username_invalid' });
  expect(check('bob', 'password1', 'x'.repeat(21))).toEqual({
    displayName: 'errors.display_name_length',
  });
  expect(check('bob', 'password1')).toEqual({});
});

test('a user keeps at least one group, and only a new password is validated', () => {
  const check = (changes: object) => checkUser(user, { ...initialValues(user), ...changes }, t);
  expect(check({ groups: [] })).toEqual({ groups: 'users.form.groupsRequired' });
  expect(check({ password: 'short' })).toEqual({ password: 'errors.password_length' });
  expect(check({ username: 'a b' })).toEqual({ username: 'errors.username_invalid' });
});
