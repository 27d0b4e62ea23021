import {
  SCOPED_TOKEN_PREFIX,
  SCOPED_TOKENS_PER_USER_MAX,
  type Scope,
  type ScopedToken,
  type ScopedTokenDraft,
  scopedTokenEntity,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { newCredential } from '../../platform/ids.ts';
import { parseJson } from '../../platform/parse-json.ts';
import {
  deleteScopedToken,
  findScopedToken,
  insertScopedToken,
  listScopedTokens,
  type ScopedTokenRow,
  touchScopedToken,
} from '../../store/scoped-tokens-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import type { Identified } from './identified.ts';
import { lockCaller } from './lock-caller.ts';

type TokenDomain = Pick<Domain, 'store' | 'keyring' | 'clock'>;

const TAIL = 4;
const TOUCH_EVERY_SECONDS = 60;

/** Reads a user's scoped tokens, newest first. Expired ones stay until they are revoked. */
export async function readScopedTokens(
  { store }: Pick<Domain, 'store'>,
  user: { id: number },
): Promise<ScopedToken[]> {
  return (await listScopedTokens(store.db, user.id)).map(present);
}

/**
 * Creates an access token limited to its scopes, stored only as a keyed hash. Throws AppError
 * scoped_token_limit or scoped_token_expiry_past, and not_signed_in if the requesting session has since
 * ended: a token must not outlive that.
 */
export async function createScopedToken(
  { store, keyring, clock }: TokenDomain,
  caller: Identified,
  { name, scopes, expires_at }: ScopedTokenDraft,
): Promise<ScopedToken & { token: string }> {
  const now = nowSeconds(clock);
  if (expires_at !== 0 && expires_at <= now)
    throw new AppError('scoped_token_expiry_past', {}, { field: 'expires_at' });
  const token = SCOPED_TOKEN_PREFIX + newCredential();
  const row = await store.transaction(async (trx) => {
    const user = await lockCaller(trx, caller);
    if ((await listScopedTokens(trx, user.id)).length >= SCOPED_TOKENS_PER_USER_MAX)
      throw new AppError('scoped_token_limit', { limit: SCOPED_TOKENS_PER_USER_MAX });
    noteAudited({ id: user.id, name: user.username, after: { name, scopes, expires_at } });
    return insertScopedToken(trx, {
      user_id: user.id,
      name,
      token_hash: keyring.hash('access-token', token),
      tail: token.slice(-TAIL),
      scopes: JSON.stringify([...new Set(scopes)]),
      created_at: now,
      expires_at,
      last_used_at: 0,
      last_used_ip: '',
    });
  });
  return { ...present(row), token };
}

/** Revokes a user's token at once. Throws AppError scoped_token_not_found. */
export async function revokeScopedToken(
  { store }: Pick<Domain, 'store'>,
  user: { id: number; username: string },
  id: number,
): Promise<void> {
  await store.transaction(async (trx) => {
    const row = await deleteScopedToken(trx, user.id, id);
    if (!row) throw new AppError('scoped_token_not_found');
    const { name, scopes } = present(row);
    noteAudited({ id: user.id, name: user.username, before: { name, scopes } });
  });
}

/**
 * Identifies the owner of a scoped token and its scopes; records its use. Undefined if it is expired or
 * unknown.
 */
export async function identifyScopedToken(
  { store, keyring, clock }: TokenDomain,
  token: string,
  ip: string,
): Promise<Identified | undefined> {
  if (!token.startsWith(SCOPED_TOKEN_PREFIX)) return undefined;
  const row = await findScopedToken(store.db, keyring.hash('access-token', token));
  const now = nowSeconds(clock);
  if (!row || (row.expires_at !== 0 && row.expires_at <= now)) return undefined;
  const user = await findUserById(store.db, row.user_id);
  if (!user) return undefined;
  if (now - row.last_used_at > TOUCH_EVERY_SECONDS || row.last_used_ip !== ip)
    await touchScopedToken(store.db, row.id, { at: now, ip });
  return { user, sessionId: 0, confirmedAt: 0, scopes: readScopes(row) };
}

function present(row: ScopedTokenRow): ScopedToken {
  const { id, name, tail, created_at, expires_at, last_used_at, last_used_ip } = row;
  const scopes = readScopes(row);
  return { id, name, scopes, tail, created_at, expires_at, last_used_at, last_used_ip };
}

/** Scopes unknown to this release give no permissions. */
function readScopes({ scopes }: Pick<ScopedTokenRow, 'scopes'>): Scope[] {
  const stored = parseJson(scopes);
  const { element } = scopedTokenEntity.shape.scopes;
  return Array.isArray(stored)
    ? stored.flatMap((scope) => element.safeParse(scope).data ?? [])
    : [];
}
