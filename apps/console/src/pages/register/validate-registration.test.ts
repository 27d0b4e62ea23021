import { expect, test } from 'vitest';
import { validateRegistration } from './validate-registration.ts';

const good = {
  username: 'alice',
  password: 'password',
  password2: 'password',
  email: '',
  verification_code: '',
  registration_code: '',
};

test('the first missing or invalid field is reported, the e-mail address only if it is verified', () => {
  expect(validateRegistration(good, { withEmail: false, withCode: false })).toBeUndefined();
  const found = (change: Partial<typeof good>, verified = false) =>
    validateRegistration({ ...good, ...change }, { withEmail: verified, withCode: false });
  expect(found({ username: ' ' })?.field).toBe('username');
  expect(found({ password: '' })).toEqual({ field: 'password', text: 'login.required' });
  expect(found({ password: '1234567' })?.text).toBe('registration.passwordShort');
  expect(found({ password2: 'passwort' })?.field).toBe('password2');
  expect(found({}, true)?.text).toBe('registration.emailRequired');
  expect(found({ email: 'a@b.c' }, true)?.text).toBe('registration.codeRequired');
  expect(found({ email: 'a@b.c', verification_code: '1' }, true)).toBeUndefined();
});

test('a registration code is required only if registration needs one', () => {
  const asks = { withEmail: false, withCode: true };
  expect(validateRegistration(good, asks)?.field).toBe('registration_code');
  expect(validateRegistration({ ...good, registration_code: 'abc' }, asks)).toBeUndefined();
});
