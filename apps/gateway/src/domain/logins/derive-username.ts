import { USERNAME_LENGTH_MAX, usernameField } from '@tollgate/contract';
import { randomAlphanumeric } from '../../platform/ids.ts';
import type { LoginProvider, ProviderProfile } from './login-provider.ts';

/** As many as a name has, none of them cut in half. */
const firstLetters = (text: string) => [...text].slice(0, USERNAME_LENGTH_MAX).join('');

/** Usernames to try for somebody from a login provider, the nicest first; the last ones nobody has. */
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
