import { ROLE_ROOT } from '@tollgate/contract';
import { randomAlphanumeric } from '../../platform/ids.ts';
import { readTable, type SourceRow } from '../../store/import-source/import-source.ts';
import {
  addMapped,
  findMapped,
  findTaken,
  insertKeepingIds,
  setInviter,
} from '../../store/imports-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { findUserByUsername, foldUsername, type UserRow } from '../../store/users-repository.ts';
import { insertIdentity } from '../../store/user-identities-repository.ts';
import { recordWelcomed } from '../../store/welcomed-repository.ts';
import { emailProof, identityProof } from '../accounts/user-proofs.ts';
import { openImportedBalances } from '../wallet/store/open-imported-balances.ts';
import { readCustomLogin } from './custom-logins.ts';
import { readFactors, type SourceFactors, writeFactors } from './import-factors.ts';
import { counterpartOf } from './option-counterparts.ts';
import { type ImportRun, mapScopeOf, processPages } from './import-run.ts';
import { type ImportedUser, mapUser } from './map-user.ts';
import { mergeUser, replacesPassword } from './merge-user.ts';
import { renewUsers } from './renew-users.ts';
import { readSubscriptions, type SubscribedGroup } from './subscriptions.ts';
import { quotaOf, sourceIdOf } from './source-values.ts';

const PAGE = 200;
const AFF_CODE_LENGTH = 8;

/** What other users of this run and of the target already have. */
interface UsedIdentifiers {
  names: Set<string>;
  emails: Set<string>;
  codes: Set<string>;
}

/** A user with values that are unique here. */
interface ResolvedUser extends ImportedUser {
  /** Undefined for a new account. */
  existing: UserRow | undefined;
}

/** What users are read with. */
interface UserContext {
  usedIdentifiers: UsedIdentifiers;
  oidcIssuer: string;
  /** Subjects at the custom login provider that becomes the OpenID one here. */
  subjects: ReadonlyMap<number, string>;
  factors: SourceFactors;
  /** Groups that users are in because of a subscription. */
  subscriptions: ReadonlyMap<number, SubscribedGroup>;
}

/** Returns the OpenID issuer that will be set here; '' if there is none. */
function oidcIssuerOf({ family, options, merge, target }: ImportRun): string {
  if (merge) return target.options.get('OidcIssuer');
  const issuerOption = [...options].find(
    ([name, value]) => value.trim() !== '' && counterpartOf(family, name).key === 'OidcIssuer',
  );
  return issuerOption
    ? (counterpartOf(family, issuerOption[0]).convert?.(issuerOption[1], options, () => {}) ??
        issuerOption[1])
    : '';
}

/** Imports users, oldest first; those whose name is taken are renamed, see `resolve`. */
export async function importUsers(run: ImportRun): Promise<void> {
  const usedIdentifiers: UsedIdentifiers = {
    names: new Set(),
    emails: new Set(),
    codes: new Set(),
  };
  run.counts.users.found = await run.source.count('users');
  const issuer = oidcIssuerOf(run);
  const custom = await readCustomLogin(run, issuer);
  run.loginOptions.push(...(custom?.changes ?? []));
  const context: UserContext = {
    usedIdentifiers,
    oidcIssuer: issuer || (custom?.issuer ?? ''),
    subjects: custom?.subjects ?? new Map(),
    factors: await readFactors(run),
    subscriptions: await readSubscriptions(run),
  };
  const inviters: [userId: number, inviterSourceId: number][] = [];
  await processPages(
    run,
    'users',
    readTable(run.source, 'users', { pageSize: PAGE }),
    async (rows) => {
      const mappedIds = await findMapped(
        run.target.store.db,
        mapScopeOf(run, 'user'),
        rows.map(sourceIdOf),
      );
      for (const [sourceId, id] of mappedIds) run.users.set(sourceId, id);
      run.counts.users.present += mappedIds.size;
      const all = mapUsers(run, rows, context);
      if (run.refresh)
        await renewUsers(
          run,
          all.filter(({ sourceId }) => mappedIds.has(sourceId)),
        );
      const users = await resolveUsers(
        run,
        all.filter(({ sourceId }) => !mappedIds.has(sourceId)),
        context.usedIdentifiers,
      );
      if (!run.dryRun) await writeUsers(run, users, context.factors);
      else for (const { sourceId } of users) run.users.set(sourceId, sourceId);
      run.counts.users.imported += users.length;
      for (const row of rows) {
        const userId = run.users.get(sourceIdOf(row));
        const inviter = Number(row['inviter_id'] ?? 0);
        if (userId !== undefined && inviter > 0) inviters.push([userId, inviter]);
      }
    },
  );
  if (!run.dryRun) await setInviters(run, inviters);
}

function mapUsers(
  run: ImportRun,
  rows: readonly SourceRow[],
  { oidcIssuer, subjects, subscriptions }: UserContext,
): ImportedUser[] {
  const context = { oidcIssuer, subjects, findings: run.findings };
  for (const row of rows) run.money.debts += Math.max(0, -quotaOf(row, 'quota').quota);
  return rows.map((row) => {
    const user = mapUser(run.family, row, context);
    const subscribed = subscriptions.get(user.sourceId);
    if (subscribed?.upgradedGroup === user.group) user.group = subscribed.after;
    run.groups.add(user.group);
    run.userGroups.set(user.sourceId, [user.group]);
    run.money.balances += user.quota;
    return user;
  });
}

async function resolveUsers(
  run: ImportRun,
  users: readonly ImportedUser[],
  seen: UsedIdentifiers,
): Promise<ResolvedUser[]> {
  const { db } = run.target.store;
  const lower = users.flatMap(({ username, sourceId }) =>
    [username, `${username}_${sourceId}`, `${username}_${sourceId}_${sourceId}`].map(foldUsername),
  );
  const takenIdentifiers = {
    names: await findTaken(db, 'users.username_lower', lower),
    emails: await findTaken(
      db,
      'users.email_lower',
      users.map(({ email }) => email.toLowerCase()),
    ),
    codes: await findTaken(
      db,
      'users.aff_code',
      users.map(({ affCode }) => affCode),
    ),
  };
  const resolvedUsers: ResolvedUser[] = [];
  for (const user of users) {
    const existing = await findMergeable(
      run,
      user,
      takenIdentifiers.names.has(foldUsername(user.username)),
      seen,
    );
    resolvedUsers.push({
      ...resolve(run, user, {
        takenIdentifiers,
        seen,
        isMerged: existing !== undefined,
      }),
      existing,
    });
  }
  return resolvedUsers;
}

/**
 * The super admin of a new installation and the imported one are the same person. Any other user with a taken
 * name is somebody else.
 */
async function findMergeable(
  run: ImportRun,
  user: ImportedUser,
  isTaken: boolean,
  seen: UsedIdentifiers,
): Promise<UserRow | undefined> {
  if (run.merge || !isTaken || user.role !== ROLE_ROOT) return undefined;
  if (seen.names.has(foldUsername(user.username))) return undefined;
  const known = await findUserByUsername(run.target.store.db, user.username);
  return known?.role === ROLE_ROOT ? known : undefined;
}

interface TakenIdentifiers {
  names: ReadonlyMap<string | number, number>;
  emails: ReadonlyMap<string | number, number>;
  codes: ReadonlyMap<string | number, number>;
}

/**
 * Makes names, email addresses and invitation codes unique: the first user keeps them. Of the others, names
 * get the id appended, email addresses are dropped, and codes are replaced.
 */
function resolve(
  { findings }: ImportRun,
  user: ImportedUser,
  {
    takenIdentifiers,
    seen,
    isMerged,
  }: { takenIdentifiers: TakenIdentifiers; seen: UsedIdentifiers; isMerged: boolean },
): ImportedUser {
  const { username, sourceId } = user;
  const isNameTaken = (name: string) =>
    seen.names.has(foldUsername(name)) || takenIdentifiers.names.has(foldUsername(name));
  let name = username;
  if (isMerged) findings.add('users', 'user_merged', username);
  else while (isNameTaken(name)) name = `${name}_${sourceId}`;
  if (name !== username) findings.add('users', 'user_renamed', `${username} (${sourceId})`, name);
  seen.names.add(foldUsername(name));
  const lower = user.email.toLowerCase();
  const isEmailTaken =
    lower !== '' && (seen.emails.has(lower) || takenIdentifiers.emails.has(lower));
  if (isEmailTaken) findings.add('users', 'user_email_blanked', name, user.email);
  else if (lower !== '') seen.emails.add(lower);
  const hasCode =
    user.affCode !== '' &&
    !seen.codes.has(user.affCode) &&
    !takenIdentifiers.codes.has(user.affCode);
  if (!hasCode && user.affCode !== '') findings.add('users', 'user_code_new', name, user.affCode);
  const newCode = isMerged ? '' : randomAlphanumeric(AFF_CODE_LENGTH);
  const affCode = hasCode ? user.affCode : newCode;
  seen.codes.add(affCode);
  return { ...user, username: name, email: isEmailTaken ? '' : user.email, affCode };
}

async function writeUsers(
  run: ImportRun,
  users: readonly ResolvedUser[],
  factors: SourceFactors,
): Promise<void> {
  const { store } = run.target;
  await store.transaction(async (trx) => {
    const newUsers = users.filter(({ existing }) => !existing);
    const withoutToken = users.filter(
      ({ existing }) => (existing?.access_token_hash ?? null) === null,
    );
    const tokens = await findFreeTokens(run, trx, withoutToken);
    const rows = newUsers.map((user) => rowOf(run, user, tokens));
    const ids = await insertKeepingIds(store, trx, 'users', rows);
    const pairs = newUsers.map((user, index) => [user, ids[index] as number] as const);
    for (const user of users)
      if (user.existing) {
        await mergeUser(trx, { user, existing: user.existing, tokenHash: tokens.get(user) });
        pairs.push([user, user.existing.id]);
      }
    await openImportedBalances(
      trx,
      pairs.map(([user, id]) => openingOf(run, user, id)),
      { at: run.now, actorId: run.actor.id },
    );
    for (const [user, id] of pairs) {
      await bindIdentities(run, trx, user, id);
      const importsFactors = !user.existing || replacesPassword(user, user.existing);
      if (user.deletedAt === null && importsFactors)
        await writeFactors(run, trx, { sourceId: user.sourceId, id, factors });
    }
    await recordWelcomed(trx, personHashesOf(run, users), run.now);
    await addMapped(
      trx,
      mapScopeOf(run, 'user'),
      pairs.map(([user, id]) => [user.sourceId, id]),
    );
    for (const [user, id] of pairs) run.users.set(user.sourceId, id);
  });
}

/** Nobody who had an account at the old gateway is new here, nor after deleting the imported one. */
function personHashesOf(
  { target: { keyring } }: ImportRun,
  users: readonly ImportedUser[],
): readonly string[] {
  const proofs = users.flatMap(({ email, identities }) => [
    ...(email === '' ? [] : [emailProof(email)]),
    ...identities.map(identityProof),
  ]);
  return [...new Set(proofs)].map((proof) => keyring.hash('person', proof));
}

function openingOf(run: ImportRun, user: ResolvedUser, userId: number) {
  return {
    userId,
    // The initial balance of a new installation's super admin is replaced.
    delta: user.quota - (user.existing?.quota ?? 0),
    usedQuota: user.usedQuota,
    requestCount: user.requestCount,
    earnings: user.affQuota,
    reference: `import:${run.name}:${user.sourceId}`,
    reason: `balance brought over from ${run.name}, users.id ${user.sourceId}`,
  };
}

/**
 * Returns the hash of each user's access token if it is unique: if two users share one, the first keeps it.
 */
async function findFreeTokens(
  { target: { keyring } }: ImportRun,
  trx: StoreTransaction,
  users: readonly ResolvedUser[],
): Promise<Map<ResolvedUser, string>> {
  const hashes = users
    .filter(({ accessToken }) => accessToken !== '')
    .map((user) => [user, keyring.hash('access-token', user.accessToken)] as const);
  const takenHashes = await findTaken(
    trx,
    'users.access_token_hash',
    hashes.map(([, hash]) => hash),
  );
  const usedHashes = new Set<string | number>(takenHashes.keys());
  const free = hashes.filter(([, hash]) => !usedHashes.has(hash) && usedHashes.add(hash));
  return new Map(free);
}

function rowOf(run: ImportRun, user: ResolvedUser, tokens: ReadonlyMap<ResolvedUser, string>) {
  return {
    id: user.sourceId,
    username: user.username,
    username_lower: foldUsername(user.username),
    display_name: user.displayName,
    password_hash: user.passwordHash,
    role: user.role,
    status: user.status,
    email: user.email === '' ? null : user.email,
    email_lower: user.email === '' ? null : user.email.toLowerCase(),
    group: user.group,
    aff_code: user.affCode,
    aff_count: user.affCount,
    aff_history_quota: user.affHistory,
    inviter_id: 0,
    access_token_hash: tokens.get(user) ?? null,
    factory_password: 0,
    remark: user.remark,
    created_at: user.createdAt ?? run.now,
    deleted_at: user.deletedAt === 0 ? run.now : user.deletedAt,
  };
}

async function bindIdentities(
  run: ImportRun,
  trx: StoreTransaction,
  user: ResolvedUser,
  userId: number,
): Promise<void> {
  for (const { provider, subject } of user.identities)
    if (!(await insertIdentity(trx, { provider, subject, user_id: userId, bound_at: run.now })))
      run.findings.add('users', 'user_identity_taken', user.username, `${provider} ${subject}`);
}

/** Sets the inviters afterwards: an inviter may be imported after those they invited. */
async function setInviters(
  run: ImportRun,
  inviters: readonly (readonly [userId: number, inviterSourceId: number])[],
): Promise<void> {
  for (let start = 0; start < inviters.length; start += PAGE)
    await run.target.store.transaction(async (trx) => {
      for (const [userId, sourceId] of inviters.slice(start, start + PAGE)) {
        const inviterId = run.users.get(sourceId);
        if (inviterId !== undefined) await setInviter(trx, userId, inviterId);
      }
    });
}
