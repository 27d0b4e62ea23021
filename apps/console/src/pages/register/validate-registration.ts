import { PASSWORD_LENGTH_MIN } from '@tollgate/contract';

export interface RegistrationValues {
  username: string;
  password: string;
  password2: string;
  email: string;
  verification_code: string;
}

/** The first field that keeps a registration from being sent, and the text that says why. */
export function validateRegistration(
  values: RegistrationValues,
  isEmailVerified: boolean,
): { field: keyof RegistrationValues; text: RegistrationProblem } | undefined {
  const { username, password, password2, email, verification_code: code } = values;
  if (username.trim() === '') return { field: 'username', text: 'login.required' };
  if (password === '') return { field: 'password', text: 'login.required' };
  if ([...password].length < PASSWORD_LENGTH_MIN)
    return { field: 'password', text: 'registration.passwordShort' };
  if (password !== password2) return { field: 'password2', text: 'registration.passwordsDiffer' };
  if (!isEmailVerified) return undefined;
  if (email.trim() === '') return { field: 'email', text: 'registration.emailRequired' };
  return code.trim() === ''
    ? { field: 'verification_code', text: 'registration.codeRequired' }
    : undefined;
}

type RegistrationProblem =
  | 'login.required'
  | 'registration.passwordShort'
  | 'registration.passwordsDiffer'
  | 'registration.emailRequired'
  | 'registration.codeRequired';
