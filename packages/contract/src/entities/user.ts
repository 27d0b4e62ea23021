import { z } from 'zod';
import { loginProviderTable, type LoginUserField } from '../login-providers.ts';
import { nameText } from './readable-name.ts';

export const USER_ENABLED = 1;
export const USER_DISABLED = 2;
export const USER_BANNED = 3;

/** The columns that users can be sorted by. */
export const USER_SORTS = [
  'id',
  'username',
  'quota',
  'used_quota',
  'request_count',
  'last_seen',
] as const;

export const USERNAME_LENGTH_MAX = 12;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 20;
export const DISPLAY_NAME_LENGTH_MAX = 20;

/**
 * 1 to 12 characters, no whitespace, no control characters, no @ in any form: login also accepts an e-mail
 * address, and names are compared after folding forms (NFKC).
 */
export const usernameField = z
  .string({ error: 'username_invalid' })
  .trim()
  .min(1, 'username_invalid')
  .refine((name) => [...name].length <= USERNAME_LENGTH_MAX, 'username_invalid')
  .refine((name) => !/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(name), 'username_invalid')
  .refine((name) => !name.normalize('NFKC').includes('@'), 'username_invalid');

/** Password of the first super admin until it is changed, unless the environment sets another. */
export const FACTORY_PASSWORD = '123456';

/** 8 to 20 characters everywhere (OPEN-011); counted in code points so that a Chinese phrase works. */
export const passwordField = z
  .string({ error: 'password_length' })
  .refine(
    (password) =>
      [...password].length >= PASSWORD_LENGTH_MIN && [...password].length <= PASSWORD_LENGTH_MAX,
    'password_length',
  );

export const displayNameField = nameText('display_name_length').refine(
  (name) => [...name].length <= DISPLAY_NAME_LENGTH_MAX,
  'display_name_length',
);

export const EMAIL_LENGTH_MAX = 254;
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** An e-mail address as mail servers accept it: ASCII, no whitespace, nothing that could end a header. */
export const emailField = z
  .string({ error: 'email_required' })
  .trim()
  .min(1, 'email_required')
  .max(EMAIL_LENGTH_MAX, 'email_invalid')
  .refine((email) => EMAIL.test(email) && email.indexOf('@') <= 64, 'email_invalid');

/** The user's identity at each login provider; empty if none is linked. */
const identityFields = Object.fromEntries(
  loginProviderTable.map(({ userField }) => [userField, z.string()]),
) as Record<LoginUserField, z.ZodString>;

/** A user as every user endpoint returns it: never a password, hash or token. Quota in quota units. */
export const userEntity = z.object({
  id: z.number().int(),
  username: z.string(),
  is_team: z.boolean(),
  display_name: z.string(),
  /** Always empty; the field exists because forms send it back. */
  password: z.literal(''),
  role: z.number().int(),
  status: z.number().int(),
  email: z.string(),
  ...identityFields,
  group: z.string(),
  quota: z.number().int(),
  used_quota: z.number().int(),
  request_count: z.number().int(),
  aff_code: z.string(),
  aff_count: z.number().int(),
  aff_quota: z.number().int(),
  aff_history_quota: z.number().int(),
  inviter_id: z.number().int(),
  /** Whether the user sells by invitations and codes. */
  is_agent: z.boolean(),
  total_topup: z.number().int(),
  created_time: z.number().int(),
  /** Seconds: when the user last used the console, accurate to minutes; 0 for never. */
  last_seen: z.number().int(),
  /** Seconds; null while the account exists. */
  DeletedAt: z.number().int().nullable(),
});
export type User = z.output<typeof userEntity>;
