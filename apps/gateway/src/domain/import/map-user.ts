import { ROLE_ADMIN, ROLE_ROOT, ROLE_USER, USER_DISABLED, USER_ENABLED } from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';
import { integerOf, secondsOf, textOf } from './source-values.ts';

/** A user of another gateway, in our terms; ids are those of the source. */
export interface ImportedUser {
  sourceId: number;
  username: string;
  displayName: string;
  /** bcrypt; null where the account has no password. */
  passwordHash: string | null;
  role: number;
  status: number;
  email: string;
  group: string;
  /** Never below 0. */
  quota: number;
  usedQuota: number;
  requestCount: number;
  /** '' where there is none. */
  affCode: string;
  affCount: number;
  affQuota: number;
  affHistory: number;
  inviterSourceId: number;
  accessToken: string;
  identities: { provider: string; subject: string }[];
  createdAt: number | undefined;
  deletedAt: number | null;
}

const BCRYPT = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/;

/** Reads a row of `users`. */
export function mapUser(family: Family, row: SourceRow, findings: ImportFindings): ImportedUser {
  const sourceId = integerOf(row, 'id');
  const username = textOf(row, 'username').trim() || `user_${sourceId}`;
  const quota = integerOf(row, 'quota');
  if (quota < 0) findings.add('users', 'user_debt', username, -quota);
  if (username.includes('@')) findings.add('users', 'user_name_with_at', username);
  const password = textOf(row, 'password');
  const hasPassword = BCRYPT.test(password);
  if (!hasPassword && password !== '') findings.add('users', 'user_without_password', username);
  const status = integerOf(row, 'status', USER_ENABLED);
  const isDeleted = family === 'one-api' && status === 3;
  return {
    sourceId,
    username,
    displayName: textOf(row, 'display_name') || username,
    passwordHash: hasPassword ? password : null,
    role: roleOf(row, username, findings),
    status: status === USER_ENABLED ? USER_ENABLED : USER_DISABLED,
    email: textOf(row, 'email').trim(),
    group: textOf(row, 'group').trim() || 'default',
    quota: Math.max(0, quota),
    usedQuota: Math.max(0, integerOf(row, 'used_quota')),
    requestCount: Math.max(0, integerOf(row, 'request_count')),
    affCode: textOf(row, 'aff_code').trim(),
    affCount: Math.max(0, integerOf(row, 'aff_count')),
    affQuota: Math.max(0, integerOf(row, 'aff_quota')),
    affHistory: Math.max(0, integerOf(row, 'aff_history')),
    inviterSourceId: integerOf(row, 'inviter_id'),
    accessToken: textOf(row, 'access_token').trim(),
    identities: identitiesOf(family, row, username, findings),
    createdAt: secondsOf(row, 'created_at') ?? secondsOf(row, 'created_time'),
    deletedAt: isDeleted ? 0 : (secondsOf(row, 'deleted_at') ?? null),
  };
}

function roleOf(row: SourceRow, username: string, findings: ImportFindings): number {
  const role = integerOf(row, 'role', ROLE_USER);
  if (role === ROLE_USER || role === ROLE_ADMIN || role === ROLE_ROOT) return role;
  if (role !== 0) findings.add('users', 'user_role_reduced', username, role);
  return ROLE_USER;
}

const NUMBER = /^\d+$/;

/** Who a user is at login providers that are here too. GitHub is told by number, so a login name is of no use. */
function identitiesOf(
  family: Family,
  row: SourceRow,
  username: string,
  findings: ImportFindings,
): ImportedUser['identities'] {
  const github = family === 'one-hub' ? textOf(row, 'github_id_new') : textOf(row, 'github_id');
  const login = textOf(row, 'github_id');
  if (!(NUMBER.test(github) && github !== '0') && login !== '')
    findings.add('users', 'user_identity_dropped', username, `GitHub ${login}`);
  for (const column of ['oidc_id', 'discord_id', 'lark_id'])
    if (textOf(row, column) !== '')
      findings.add('users', 'user_identity_dropped', username, column.replace('_id', ''));
  const found = [
    { provider: 'github', subject: NUMBER.test(github) ? github : '' },
    { provider: 'linuxdo', subject: textOf(row, 'linux_do_id').trim() },
    { provider: 'wechat', subject: textOf(row, 'wechat_id').trim() },
    { provider: 'telegram', subject: textOf(row, 'telegram_id').trim() },
  ];
  return found.filter(({ subject }) => subject !== '' && subject !== '0');
}
