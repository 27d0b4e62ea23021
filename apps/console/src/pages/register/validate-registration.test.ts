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
  const validationMessage = (change: Partial<typeof validInput>, verified = false) =>
    validateRegistration({ ...validInput, ...change }, { withEmail: verified, withCode: false });
  expect(validationMessage({ username: ' ' })?.field).toBe('username');
  expect(validationMessage({ password: '' })).toEqual({
    field: 'password',
    text: 'login.required',
  });
  expect(validationMessage({ password: '1234567' })?.text).toBe('registration.passwordShort');
  expect(validationMessage({ password2: 'passwort' })?.field).toBe('password2');
  expect(validationMessage({}, true)?.text).toBe('registration.emailRequired');
  expect(validationMessage({ email: 'a@b.c' }, true)?.text).toBe('registration.codeRequired');
  expect(validationMessage({ email: 'a@b.c', verification_code: '1' }, true)).toBeUndefined();
});

test('a registration code is required only if registration needs one', () => {
  const rules = { withEmail: false, withCode: true };
  expect(validateRegistration(validInput, rules)?.field).toBe('registration_code');
  expect(validateRegistration({ ...validInput, registration_code: 'abc' }, rules)).toBeUndefined();
});
