import type { SourceRow } from '../../store/import-source/import-source.ts';
import { formerGithubSubject } from '../logins/former-identities.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';
import { shortTextOf, textOf } from './source-values.ts';

/** A user's identity at a login provider that exists here, too. */
export interface ImportedIdentity {
  provider: string;
  subject: string;
}

/** Columns whose value is the same here. */
const SAME = [
  ['linuxdo', 'linux_do_id'],
  ['wechat', 'wechat_id'],
  ['telegram', 'telegram_id'],
  ['discord', 'discord_id'],
] as const;
const NUMBER = /^[1-9]\d*$/;

/**
 * Reads a user's identities at login providers from a row of `users`. `sub` is the user's subject at the
 * OpenID provider, `oidcIssuer` that provider's issuer; both may be ''.
 */
export function mapIdentities(
  row: SourceRow,
  {
    family,
    username,
    oidcIssuer,
    sub,
    findings,
  }: {
    family: Family;
    username: string;
    oidcIssuer: string;
    sub: string;
    findings: ImportFindings;
  },
): ImportedIdentity[] {
  const identities: ImportedIdentity[] = SAME.map(([provider, column]) => ({
    provider,
    subject: shortTextOf(row, column).trim(),
  }));
  const github = githubSubject(family, row);
  if (github !== '') identities.push({ provider: 'github', subject: github });
  if (sub !== '' && oidcIssuer !== '')
    identities.push({ provider: 'oidc', subject: `${oidcIssuer}|${sub}` });
  else if (sub !== '') findings.add('users', 'user_identity_dropped', username, 'OIDC');
  if (textOf(row, 'lark_id') !== '')
    findings.add('users', 'user_identity_dropped', username, 'Lark');
  return identities.filter(({ subject }) => subject !== '' && subject !== '0');
}

/**
 * Returns the numeric id. If only the login name is known, it is used until the next login reveals the
 * number.
 */
function githubSubject(family: Family, row: SourceRow): string {
  const login = shortTextOf(row, 'github_id').trim();
  const number = family === 'one-hub' ? shortTextOf(row, 'github_id_new').trim() : login;
  if (NUMBER.test(number)) return number;
  return login === '' || login === '0' ? '' : formerGithubSubject(login);
}
