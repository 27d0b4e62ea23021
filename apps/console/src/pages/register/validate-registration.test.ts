import { expect, test } from 'vitest';
import { validateRegistration } from './validate-registration.ts';

const validInput = {
  username: 'alice',
  password: 'password',
  password2: 'password',
  email: '',
  verification_code: '',
  registration_code: '',
};

test('the first missing or invalid field is reported, the e-mail address only if it is verified', () => {
  expect(validateRegistration(validInput, { withEmail: false, withCode: false })).toBeUndefined();
  const problemOf = (change: Partial<typeof validInput>, verified = false) =>
    validateRegistration({ ...validInput, ...change }, { withEmail: verified, withCode: false });
  expect(problemOf({ username: ' ' })?.field).toBe('username');
  expect(problemOf({ password: '' })).toEqual({ field: 'password', text: 'login.required' });
  expect(problemOf({ password: '1234567' })?.text).toBe('registration.passwordShort');
  expect(problemOf({ password2: 'passwort' })?.field).toBe('password2');
  expect(problemOf({}, true)?.text).toBe('registration.emailRequired');
  expect(problemOf({ email: 'a@b.c' }, true)?.text).toBe('registration.codeRequired');
  expect(problemOf({ email: 'a@b.c', verification_code: '1' }, true)).toBeUndefined();
});

test('a registration code is required only if registration needs one', () => {
  const rules = { withEmail: false, withCode: true };
  expect(validateRegistration(validInput, rules)?.field).toBe('registration_code');
  expect(validateRegistration({ ...validInput, registration_code: 'abc' }, rules)).toBeUndefined();
});
