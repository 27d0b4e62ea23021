import { PASSWORD_LENGTH_MIN } from '@tollgate/contract';

export interface RegistrationValues {
  username: string;
  password: string;
  password2: string;
  email: string;
  verification_code: string;
  registration_code: string;
}

/** Returns the first invalid field of a registration, and the reason. */
export function validateRegistration(
  values: RegistrationValues,
  { withEmail, withCode }: { withEmail: boolean; withCode: boolean },
): { field: keyof RegistrationValues; text: RegistrationProblem } | undefined {
  const { username, password, password2, email, verification_code: code } = values;
  if (withCode && values.registration_code.trim() === '')
    return { field: 'registration_code', text: 'registration.registrationCodeRequired' };
  if (username.trim() === '') return { field: 'username', text: 'login.required' };
  if (password === '') return { field: 'password', text: 'login.required' };
  if ([...password].length < PASSWORD_LENGTH_MIN)
    return { field: 'password', text: 'registration.passwordShort' };
  if (password !== password2) return { field: 'password2', text: 'registration.passwordsDiffer' };
  if (!withEmail) return undefined;
  if (email.trim() === '') return { field: 'email', text: 'registration.emailRequired' };
  return code.trim() === ''
    ? { field: 'verification_code', text: 'registration.codeRequired' }
    : undefined;
}

type RegistrationProblem =
  | 'login.required'
  | 'registration.registrationCodeRequired'
  | 'registration.passwordShort'
  | 'registration.passwordsDiffer'
  | 'registration.emailRequired'
  | 'registration.codeRequired';
