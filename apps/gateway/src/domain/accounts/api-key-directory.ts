import { ROLE_ADMIN, TOKEN_ENABLED, USER_ENABLED } from '@tollgate/contract';
import ipaddr from 'ipaddr.js';
import { copyText } from '../../platform/copy-text.ts';
import type { Bus } from '../../platform/bus.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { Store } from '../../store/open-store.ts';
import { findApiKeyByHash } from '../../store/api-keys-repository.ts';
import { capsOf, type SpendingCap } from '../wallet/spending-cap.ts';
import { findActiveMember } from '../../store/teams-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { splitComma } from '../channels/channel-catalog.ts';

/** A key and its owner as the relay uses them. */
export interface ApiKeyHolder {
  readonly apiKeyId: number;
  readonly apiKeyName: string;
  readonly apiKeyEnabled: boolean;
  /** Unix seconds; -1 for never. */
  readonly expiredTime: number;
  readonly unlimited: boolean;
  readonly allowedRanges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
  /** Whether the list contains something that is not an address. Then no address is allowed. */
  readonly allowListBroken: boolean;
  /** Undefined if models are not limited. */
  readonly modelLimits: ReadonlySet<string> | undefined;
  readonly callsPerMinute: number;
  /** The speed of image tasks that don't specify one. */
  readonly drawingMode: '' | 'fast' | 'relax' | 'turbo';
  /** The team member who created it; 0 for a person's own key. */
  readonly createdBy: number;
  /** Whether the requests and responses of its calls are stored (ADR 87). */
  readonly payloadLog: boolean;
  /** Daily, weekly and monthly limits; undefined if there are none, so that a plain call checks nothing. */
  readonly spending: readonly SpendingCap[] | undefined;
  readonly userId: number;
  readonly username: string;
  readonly userEnabled: boolean;
  readonly admin: boolean;
  readonly userGroups: readonly string[];
  /** The group used for routing and pricing: the key's own, else the user's first. */
  readonly group: string;
  readonly apiKeyGroup: string;
}

export interface ApiKeyDirectory {
  /** Finds the holder of a key (48 characters, without sk-), synchronously when cached. */
  find(key: string): ApiKeyHolder | undefined | Promise<ApiKeyHolder | undefined>;
}

export interface DirectoryOptions {
  store: Store;
  keyring: Keyring;
  bus: Bus;
  /** Number of cached keys. */
  capacity?: number;
}

/** Limits concurrent lookups: anybody can send made-up keys, and the database has other work. */
const LOOKUPS = { maxConcurrent: 4, maxQueued: 10_000, retryAfterSeconds: 1 };

/**
 * Creates a cache of API keys and their owners, filled on first use. A change of a key or user evicts its
 * entries, and a lookup in flight at that moment is not cached. Concurrent lookups of one key share a query.
 */
export function createApiKeyDirectory({
  store,
  keyring,
  bus,
  capacity = 50_000,
}: DirectoryOptions): ApiKeyDirectory {
  const byKey = new Map<string, { holder: ApiKeyHolder; keyHash: string }>();
  const running = new Map<string, Promise<ApiKeyHolder | undefined>>();
  const lookupSemaphore = createSemaphore(LOOKUPS);
  let generation = 0;

  bus.subscribe((change) => {
    if (change.topic !== 'user' && change.topic !== 'token') return;
    generation += 1;
    running.clear();
    const hit = change.topic === 'user' ? change.id : change.keyHash;
    if (hit === undefined) return byKey.clear();
    for (const [key, { holder, keyHash }] of byKey)
      if (hit === keyHash || hit === holder.userId || hit === holder.createdBy) byKey.delete(key);
  });

  async function load(key: string): Promise<ApiKeyHolder | undefined> {
    const startedIn = generation;
    const keyHash = keyring.hash('token', key);
    const token = await findApiKeyByHash(store.db, keyHash);
    if (!token) return undefined;
    const user = await findUserById(store.db, token.user_id);
    if (!user) return undefined;
    const creator =
      token.created_by > 0
        ? await findActiveMember(store.db, user.id, token.created_by)
        : undefined;
    const holder = createHolder(token, user, creator);
    if (startedIn === generation) {
      if (byKey.size >= capacity) byKey.delete(byKey.keys().next().value as string);
      byKey.set(copyText(key), { holder, keyHash });
    }
    return holder;
  }

  function share(key: string): Promise<ApiKeyHolder | undefined> {
    const pending = running.get(key);
    if (pending) return pending;
    const lookup = lookupSemaphore(() => load(key)).finally(() => {
      if (running.get(key) === lookup) running.delete(key);
    });
    running.set(key, lookup);
    return lookup;
  }

  return { find: (key) => byKey.get(key)?.holder ?? share(key) };
}

type TokenRecord = NonNullable<Awaited<ReturnType<typeof findApiKeyByHash>>>;
type MemberRecord = NonNullable<Awaited<ReturnType<typeof findActiveMember>>>;
type UserRecord = NonNullable<Awaited<ReturnType<typeof findUserById>>>;

/**
 * `maker`: the team member who created the key; undefined if they left the team or their account is not
 * active.
 */
function createHolder(
  token: TokenRecord,
  user: UserRecord,
  creator: MemberRecord | undefined,
): ApiKeyHolder {
  const stopped = token.created_by > 0 && !creator;
  const caps = [
    ...capsOf(`key:${token.id}`, token),
    ...(creator ? capsOf(`member:${creator.team_id}:${creator.user_id}`, creator) : []),
  ];
  const owner = toOwner(user);
  const lines = token.allow_ips
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const ranges = lines.map(parseRange);
  return {
    apiKeyId: token.id,
    apiKeyName: token.name,
    apiKeyEnabled: token.status === TOKEN_ENABLED && !stopped,
    expiredTime: token.expired_time,
    unlimited: token.unlimited_quota === 1,
    allowedRanges: ranges.filter((range) => range !== undefined),
    allowListBroken: ranges.includes(undefined),
    modelLimits: modelsOf(token, creator),
    spending: caps.length === 0 ? undefined : caps,
    callsPerMinute: token.rate_limit,
    drawingMode: token.mj_mode as ApiKeyHolder['drawingMode'],
    createdBy: token.created_by,
    payloadLog: token.payload_log === 1,
    ...owner,
    group: token.group || owner.group,
    apiKeyGroup: token.group,
  };
}

/** Returns the models that a key may call, limited to those allowed to its member. */
function modelsOf(token: TokenRecord, creator: MemberRecord | undefined): Set<string> | undefined {
  const ofKey = token.model_limits_enabled === 1 ? splitComma(token.model_limits) : undefined;
  const ofMember = creator?.models ? new Set(splitComma(creator.models)) : undefined;
  if (!ofKey) return ofMember;
  return new Set(ofMember ? ofKey.filter((model) => ofMember.has(model)) : ofKey);
}

/** Returns the holder fields that come from the user. The group is for keys without their own. */
export function toOwner(
  user: UserRecord,
): Pick<ApiKeyHolder, 'userId' | 'username' | 'userEnabled' | 'admin' | 'userGroups' | 'group'> {
  const userGroups = splitComma(user.group);
  return {
    userId: user.id,
    username: user.username,
    userEnabled: user.status === USER_ENABLED && user.deleted_at === null,
    admin: user.role >= ROLE_ADMIN,
    userGroups,
    group: userGroups[0] ?? 'default',
  };
}

/** Parses one line of an allow list: an address or a CIDR range. */
function parseRange(line: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(line)) return ipaddr.parseCIDR(line);
  if (!ipaddr.isValid(line)) return undefined;
  const address = ipaddr.parse(line);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Returns whether a client address may use the key. IPv4-mapped IPv6 addresses are compared as IPv4. */
export function isAddressAllowed(holder: ApiKeyHolder, address: string): boolean {
  if (holder.allowedRanges.length === 0 && !holder.allowListBroken) return true;
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return holder.allowedRanges.some(([range, bits]) => {
    const base =
      range.kind() === 'ipv6' && (range as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96
        ? (range as ipaddr.IPv6).toIPv4Address()
        : range;
    const length = base === range ? bits : bits - 96;
    return base.kind() === client.kind() && client.match(base, length);
  });
}
