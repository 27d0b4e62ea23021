import { USERNAME_LENGTH_MAX, usernameField } from '@tollgate/contract';
import { randomAlphanumeric } from '../../platform/ids.ts';
import type { LoginProvider, ProviderProfile } from './login-provider.ts';

/** Truncates to the maximum length of a username without splitting a character. */
const firstLetters = (text: string) => [...text].slice(0, USERNAME_LENGTH_MAX).join('');

/** Returns candidate usernames for somebody from a login provider, best first; the last ones are random. */
export function deriveUsernames(
  { id, usernamePrefix: prefix }: Pick<LoginProvider, 'id' | 'usernamePrefix'>,
  { username, subject }: Pick<ProviderProfile, 'username' | 'subject'>,
): string[] {
  const random = () => `${prefix}_${randomAlphanumeric(9)}`;
  const candidates = [
    ...(username === '' ? [] : [firstLetters(`${id}_${username}`)]),
    ...[`${id}_${subject}`, `${prefix}_${subject}`].filter(
      (name) => name.length <= USERNAME_LENGTH_MAX,
    ),
  ];
  return [
    ...candidates.filter((name) => usernameField.safeParse(name).success),
    random(),
    random(),
  ];
}
