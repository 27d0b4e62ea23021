import {
  REMARK_LENGTH_MAX,
  ROLE_ADMIN,
  ROLE_ROOT,
  ROLE_USER,
  toReadableName,
  USER_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import { reportUserLeftBehind } from './left-behind.ts';
import { type ImportedIdentity, mapIdentities } from './map-identities.ts';
import type { Family } from './source-family.ts';
import {
  countOf,
  integerOf,
  quotaOf,
  secondsOf,
  shortTextOf,
  sourceIdOf,
  textOf,
} from './source-values.ts';

/** A user of another gateway, in our terms; ids are those of the source. */
export interface ImportedUser {
  sourceId: number;
  username: string;
  displayName: string;
  /** bcrypt; null if the account has no password. */
  passwordHash: string | null;
  role: number;
  status: number;
  email: string;
  group: string;
  /** Never below 0. */
  quota: number;
  usedQuota: number;
  requestCount: number;
  /** '' if there is none. */
  affCode: string;
  affCount: number;
  affQuota: number;
  affHistory: number;
  inviterSourceId: number;
  accessToken: string;
  identities: ImportedIdentity[];
  remark: string;
  createdAt: number | undefined;
  deletedAt: number | null;
}

const BCRYPT = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/;

/**
 * Reads a row of `users`. `oidcIssuer` is '' if none is known; `subjects` are the users' subjects there if no
 * column states them.
 */
export function mapUser(
  family: Family,
  row: SourceRow,
  {
    findings,
    oidcIssuer,
    subjects,
  }: {
    findings: ImportFindings;
    oidcIssuer: string;
    subjects: ReadonlyMap<number, string>;
  },
): ImportedUser {
  const sourceId = sourceIdOf(row);
  const username = shortTextOf(row, 'username').trim() || `user_${sourceId}`;
  const { quota, isCapped } = quotaOf(row, 'quota');
  if (isCapped) findings.add('users', 'user_balance_capped', username, textOf(row, 'quota'));
  if (quota < 0) findings.add('users', 'user_debt', username, -quota);
  reportUserLeftBehind(row, username, findings);
  const password = textOf(row, 'password');
  const hasPassword = BCRYPT.test(password);
  if (!hasPassword && password !== '') findings.add('users', 'user_without_password', username);
  const status = integerOf(row, 'status', USER_ENABLED);
  const deletedAt =
    family === 'one-api' && status === 3 ? 0 : (secondsOf(row, 'deleted_at') ?? null);
  // A deleted user may have registered again: nothing is taken from the new account.
  const isDeleted = deletedAt !== null;
  return {
    sourceId,
    username,
    displayName: toReadableName(shortTextOf(row, 'display_name')) || username,
    passwordHash: hasPassword ? password : null,
    role: roleOf(row, username, findings),
    status: status === USER_ENABLED ? USER_ENABLED : USER_DISABLED,
    email: isDeleted ? '' : shortTextOf(row, 'email').trim(),
    group: shortTextOf(row, 'group').trim() || 'default',
    quota: Math.max(0, quota),
    usedQuota: Math.max(0, quotaOf(row, 'used_quota').quota),
    requestCount: countOf(row, 'request_count'),
    affCode: shortTextOf(row, 'aff_code').trim(),
    affCount: countOf(row, 'aff_count'),
    affQuota: Math.max(0, quotaOf(row, 'aff_quota').quota),
    affHistory: Math.max(0, quotaOf(row, 'aff_history').quota),
    inviterSourceId: integerOf(row, 'inviter_id'),
    accessToken: shortTextOf(row, 'access_token').trim(),
    identities: isDeleted
      ? []
      : mapIdentities(row, {
          family,
          username,
          oidcIssuer,
          sub: shortTextOf(row, 'oidc_id').trim() || (subjects.get(sourceId) ?? ''),
          findings,
        }),
    remark: textOf(row, 'remark').slice(0, REMARK_LENGTH_MAX),
    createdAt: secondsOf(row, 'created_at') ?? secondsOf(row, 'created_time'),
    deletedAt,
  };
}

function roleOf(row: SourceRow, username: string, findings: ImportFindings): number {
  const role = integerOf(row, 'role', ROLE_USER);
  if (role === ROLE_USER || role === ROLE_ADMIN || role === ROLE_ROOT) return role;
  if (role !== 0) findings.add('users', 'user_role_reduced', username, role);
  return ROLE_USER;
}
