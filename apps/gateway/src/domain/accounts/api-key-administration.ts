import {
  QUOTA_INPUT_MAX,
  type SortOf,
  type Token,
  TOKEN_DISABLED,
  TOKEN_ENABLED,
  TOKEN_EXHAUSTED,
  TOKEN_EXPIRED,
  TOKEN_KEY_LENGTH,
  type TOKEN_SORTS,
  TOKENS_PER_USER_MAX,
} from '@tollgate/contract';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { randomAlphanumeric } from '../../platform/ids.ts';
import {
  countApiKeys,
  countApiKeyStatuses,
  findOwnApiKey,
  insertApiKey,
  listApiKeys,
  listSealedKeys,
  type ApiKeyChanges,
  type ApiKeyRow,
  updateOwnApiKey,
} from '../../store/api-keys-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { findMemberRole } from '../../store/teams-repository.ts';
import { readUsernames } from '../../store/usage-names-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { usableGroups } from '../options/groups.ts';
import { InsufficientQuotaError } from '../wallet/insufficient-quota-error.ts';
import { changeApiKeyLimit } from '../wallet/store/change-api-key-limit.ts';
import { lockApiKeyLimit } from '../wallet/store/lock-api-key-limit.ts';
import { revealSecret } from './reveal-secret.ts';

type ApiKeyAdministrationContext = Pick<
  Domain,
  'clock' | 'keyring' | 'changes' | 'store' | 'options' | 'wallet'
>;

/** Owner of keys: a person, or a team, of whose keys a plain member sees only their own. */
export interface ApiKeyOwner {
  readonly id: number;
  readonly group: string;
  /** The member acting for a team; 0 for a person's own keys. */
  readonly memberId: number;
  /** Whether only keys created by this member are visible. */
  readonly onlyOwn: boolean;
}

const keysOf = ({ id, memberId, onlyOwn }: ApiKeyOwner) => ({
  userId: id,
  ...(onlyOwn ? { madeBy: memberId } : {}),
});

export interface ApiKeyInput {
  name: string;
  expired_time: number;
  remain_quota: number;
  unlimited_quota: boolean;
  allow_ips: string;
  group: string;
  model_limits_enabled: boolean;
  model_limits: string;
  rate_limit: number;
  mj_mode: string;
  day_quota: number;
  week_quota: number;
  month_quota: number;
}

export type ApiKeyEdit = {
  id: number;
  status?: number | undefined;
  remain_quota_before?: number | undefined;
} & {
  [Field in keyof ApiKeyInput]?: ApiKeyInput[Field] | undefined;
};

/** Returns a key as its owner sees it. The states expired and exhausted are derived, whatever is stored. */
export function presentApiKey(domain: Pick<Domain, 'keyring' | 'clock'>, row: ApiKeyRow): Token {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    ...revealSecret(domain, row),
    status: apiKeyStatus(row, nowSeconds(domain.clock)),
    remain_quota: row.remain_quota,
    unlimited_quota: row.unlimited_quota === 1,
    used_quota: row.used_quota,
    expired_time: row.expired_time,
    created_time: row.created_time,
    accessed_time: row.accessed_time,
    accessed_ip: row.accessed_ip,
    allow_ips: row.allow_ips,
    group: row.group,
    model_limits_enabled: row.model_limits_enabled === 1,
    model_limits: row.model_limits,
    rate_limit: row.rate_limit,
    mj_mode: row.mj_mode,
    created_by: row.created_by,
    payload_log: row.payload_log === 1,
    day_quota: row.day_quota,
    week_quota: row.week_quota,
    month_quota: row.month_quota,
  };
}

/** Reads the names of the members who created a team's keys, including former members. */
export function readKeyMakers(
  { store }: Pick<Domain, 'store'>,
  rows: readonly ApiKeyRow[],
): Promise<Map<number, string>> {
  return readUsernames(store.db, [...new Set(rows.map(({ created_by: id }) => id))]);
}

/** Returns the status of a key as shown in lists. */
export function apiKeyStatus(row: ApiKeyRow, now: number): number {
  if (row.status !== TOKEN_ENABLED) return row.status;
  if (row.expired_time !== -1 && row.expired_time <= now) return TOKEN_EXPIRED;
  if (row.unlimited_quota === 0 && row.remain_quota <= 0) return TOKEN_EXHAUSTED;
  return TOKEN_ENABLED;
}

export interface ApiKeySearch {
  /** Part of the name, or the beginning or end of the key. */
  keyword?: string;
  /** The whole key, or its beginning. */
  key?: string;
  /** Status as shown in lists; 0 for any. */
  status?: number;
  sort?: SortOf<typeof TOKEN_SORTS>;
}

/** Returns one page of the owner's keys, and the number of matches for each status. */
export async function searchOwnApiKeys(
  domain: ApiKeyAdministrationContext,
  owner: ApiKeyOwner,
  { keyword = '', key: typed = '', status = 0, sort = '' }: ApiKeySearch,
  page: { page: number; pageSize: number },
) {
  await domain.wallet.flush();
  const key = typed.replace(/^sk-/, '');
  const part = keyword.replace(/^sk-/, '');
  const isWhole = key.length === TOKEN_KEY_LENGTH;
  const filter = {
    ...keysOf(owner),
    now: nowSeconds(domain.clock),
    status,
    sort,
    ...(keyword === ''
      ? {}
      : {
          keyword,
          keywordIds: MAY_BE_OF_KEY.test(part)
            ? await findKeys(domain, owner, (text) => text.startsWith(part) || text.endsWith(part))
            : [],
        }),
    ...(isWhole ? { keyHash: domain.keyring.hash('token', key) } : {}),
    ...(key !== '' && !isWhole
      ? { ids: await findKeys(domain, owner, (text) => text.startsWith(key)) }
      : {}),
  };
  const [keyPage, statuses] = await Promise.all([
    listApiKeys(domain.store.db, filter, page),
    countApiKeyStatuses(domain.store.db, filter),
  ]);
  return { ...keyPage, statuses };
}

/** Keywords that are also searched for in keys: at least as many characters as a list shows of one. */
const MAY_BE_OF_KEY = /^[0-9A-Za-z]{4,48}$/;

/**
 * Finds the owner's keys whose text matches. Keys are stored encrypted, so each is decrypted; a user has few.
 */
async function findKeys(
  { store, keyring }: Pick<Domain, 'store' | 'keyring'>,
  owner: ApiKeyOwner,
  matches: (key: string) => boolean,
): Promise<number[]> {
  const rows = await listSealedKeys(store.db, keysOf(owner));
  return rows
    .filter((row) => {
      const { key } = revealSecret({ keyring }, row);
      return key !== '' && matches(key);
    })
    .map(({ id }) => id);
}

/** Returns one of the owner's keys. Throws AppError token_not_found if it is missing or somebody else's. */
export async function readOwnApiKey(
  domain: Pick<Domain, 'store' | 'wallet'>,
  owner: ApiKeyOwner,
  id: number,
): Promise<ApiKeyRow> {
  await domain.wallet.flush();
  const row = await findOwnApiKey(domain.store.db, keysOf(owner), id);
  if (!row) throw new AppError('token_not_found');
  return row;
}

export async function createApiKey(
  domain: ApiKeyAdministrationContext,
  owner: ApiKeyOwner,
  input: ApiKeyInput,
): Promise<ApiKeyRow> {
  checkGroup(domain, owner, input.group);
  const key = randomAlphanumeric(TOKEN_KEY_LENGTH);
  const row = {
    user_id: owner.id,
    key_hash: domain.keyring.hash('token', key),
    key_cipher: domain.keyring.encrypt(key),
    status: TOKEN_ENABLED,
    created_time: nowSeconds(domain.clock),
    name: input.name,
    expired_time: input.expired_time,
    remain_quota: input.remain_quota,
    unlimited_quota: input.unlimited_quota ? 1 : 0,
    allow_ips: checkAddresses(input.allow_ips),
    group: input.group,
    model_limits_enabled: input.model_limits_enabled ? 1 : 0,
    model_limits: input.model_limits,
    rate_limit: input.rate_limit,
    mj_mode: input.mj_mode,
    created_by: owner.memberId,
    day_quota: input.day_quota,
    week_quota: input.week_quota,
    month_quota: input.month_quota,
    deleted_at: null,
  };
  return domain.store.transaction(async (trx) => {
    // Serializes concurrent requests, so that each counts the keys created by the others.
    await lockUser(trx, owner.id);
    await requireMember(trx, owner);
    if ((await countApiKeys(trx, owner.id)) >= TOKENS_PER_USER_MAX)
      throw new AppError('token_too_many', { limit: TOKENS_PER_USER_MAX });
    return insertApiKey(trx, row);
  });
}

/**
 * Checks that who acts for a team is still a member; the caller holds the team's row. Somebody who has left
 * in the meantime must leave no working key behind. Throws AppError team_not_found.
 */
async function requireMember(trx: StoreTransaction, { id, memberId }: ApiKeyOwner): Promise<void> {
  if (memberId !== 0 && !(await findMemberRole(trx, id, memberId)))
    throw new AppError('team_not_found');
}

/**
 * Edits the given fields of one of the owner's keys, in one transaction; a new limit is booked as a
 * difference.
 */
export async function editApiKey(
  domain: ApiKeyAdministrationContext,
  owner: ApiKeyOwner,
  edit: ApiKeyEdit,
): Promise<ApiKeyRow> {
  const before = await readOwnApiKey(domain, owner, edit.id);
  if (edit.group !== undefined && edit.group !== before.group)
    checkGroup(domain, owner, edit.group);
  const changes = apiKeyChanges(edit);
  checkEnable(domain, before, edit);
  const { remain_quota: requestedQuota, remain_quota_before: quotaSeen = before.remain_quota } =
    edit;
  const delta = requestedQuota === undefined ? 0 : requestedQuota - quotaSeen;
  const raisedFrom = delta > 0 ? edit.remain_quota_before : undefined;
  if (before.remain_quota + delta > QUOTA_INPUT_MAX) throw new AppError('quota_invalid');
  const store = () =>
    domain.changes.commit({ topic: 'token', keyHash: before.key_hash }, async (trx) => {
      if (owner.memberId !== 0) await lockUser(trx, owner.id);
      await requireMember(trx, owner);
      // Calls lower it, so more than was seen means that it was raised, maybe by this very request.
      if (raisedFrom !== undefined && (await lockApiKeyLimit(trx, before.id)) > raisedFrom)
        throw new AppError('token_limit_raised');
      const limited = delta === 0 ? undefined : await changeApiKeyLimit(trx, before.id, delta);
      if (limited === 'insufficient-quota') throw new InsufficientQuotaError();
      const updated = await updateOwnApiKey(trx, owner.id, edit.id, changes);
      if (!updated || limited === 'unknown-api-key') throw new AppError('token_not_found');
      return updated;
    });
  const result = await domain.wallet.deduct({ kind: 'token', ownerId: before.id, delta }, store);
  if (result === 'insufficient-quota') throw new AppError('quota_invalid');
  return result;
}

/** Sets only the status of one of the owner's keys. */
export function setApiKeyStatus(
  domain: ApiKeyAdministrationContext,
  owner: ApiKeyOwner,
  id: number,
  status: number,
): Promise<ApiKeyRow> {
  return editApiKey(domain, owner, { id, status });
}

export async function deleteApiKey(
  domain: ApiKeyAdministrationContext,
  owner: ApiKeyOwner,
  id: number,
): Promise<void> {
  const row = await readOwnApiKey(domain, owner, id);
  await domain.changes.commit({ topic: 'token', keyHash: row.key_hash }, (trx) =>
    updateOwnApiKey(trx, owner.id, id, {
      deleted_at: nowSeconds(domain.clock),
      status: TOKEN_DISABLED,
    }),
  );
}

function apiKeyChanges(edit: ApiKeyEdit): ApiKeyChanges {
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0);
  const changes = {
    name: edit.name,
    status: edit.status,
    expired_time: edit.expired_time,
    unlimited_quota: flag(edit.unlimited_quota),
    allow_ips: edit.allow_ips === undefined ? undefined : checkAddresses(edit.allow_ips),
    group: edit.group,
    model_limits_enabled: flag(edit.model_limits_enabled),
    model_limits: edit.model_limits,
    rate_limit: edit.rate_limit,
    mj_mode: edit.mj_mode,
    day_quota: edit.day_quota,
    week_quota: edit.week_quota,
    month_quota: edit.month_quota,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Throws an AppError if enabling would leave the key expired or exhausted. */
function checkEnable(domain: Pick<Domain, 'clock'>, before: ApiKeyRow, edit: ApiKeyEdit): void {
  if (edit.status !== TOKEN_ENABLED) return;
  const after = {
    ...before,
    status: TOKEN_ENABLED,
    expired_time: edit.expired_time ?? before.expired_time,
    remain_quota: edit.remain_quota ?? before.remain_quota,
    unlimited_quota:
      edit.unlimited_quota === undefined ? before.unlimited_quota : edit.unlimited_quota ? 1 : 0,
  };
  const status = apiKeyStatus(after, nowSeconds(domain.clock));
  if (status === TOKEN_EXPIRED) throw new AppError('token_expired_cannot_enable');
  if (status === TOKEN_EXHAUSTED) throw new AppError('token_exhausted_cannot_enable');
}

function checkGroup(domain: Pick<Domain, 'options'>, owner: ApiKeyOwner, group: string): void {
  if (group !== '' && !Object.hasOwn(usableGroups(domain, owner), group))
    throw new AppError('token_group_not_usable', { group });
}

/**
 * Normalizes a list of addresses and CIDR ranges to one per line. Throws AppError allow_ips_invalid with the
 * bad line.
 */
function checkAddresses(text: string): string {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  for (const line of lines) {
    if (!ipaddr.isValidCIDR(line) && !(ipaddr.isValid(line) && /[.:]/.test(line)))
      throw new AppError('allow_ips_invalid', { line: line.slice(0, 60) });
  }
  return lines.join('\n');
}
