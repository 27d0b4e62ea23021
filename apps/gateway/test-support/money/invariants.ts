import { sql } from 'kysely';
import type { Store } from '../../src/store/open-store.ts';
import type { SimulatedCall } from './simulated-call.ts';

/** `booked` is what the ledger says, which has no keys. */
type Owner = { id: number; balance: number; held: number; leased: number; booked: number };

/** Checks what must hold at all times, whatever is running or broken. Returns the first violation. */
export async function findStandingFaults(
  store: Store,
  users: readonly number[],
  tokens: readonly number[],
): Promise<string | undefined> {
  for (const owner of await readOwners(store, 'user', users)) {
    const fault = faultOf('user', owner);
    if (fault) return fault;
    const { id, balance, booked } = owner;
    if (balance !== booked) return `user ${id} has ${balance}, the ledger says ${booked}`;
  }
  for (const owner of await readOwners(store, 'token', tokens)) {
    const fault = faultOf('token', owner);
    if (fault) return fault;
  }
  return undefined;
}

function faultOf(kind: string, { id, balance, held, leased }: Owner): string | undefined {
  if (balance < 0 || held < 0) return `${kind} ${id} is below 0: ${balance}, held ${held}`;
  if (held > balance) return `${kind} ${id}: ${held} is held of ${balance}`;
  if (held !== leased) return `${kind} ${id}: ${held} is held, leases are ${leased}`;
  return undefined;
}

async function readOwners(
  store: Store,
  kind: 'user' | 'token',
  ids: readonly number[],
): Promise<Owner[]> {
  const table = sql.table(kind === 'user' ? 'users' : 'tokens');
  const balance = sql.ref(kind === 'user' ? 'quota' : 'remain_quota');
  const booked =
    kind === 'user'
      ? sql`coalesce((SELECT sum(amount) FROM ledger WHERE user_id = users.id), 0)`
      : sql`0`;
  const { rows } = await sql<Record<keyof Owner, number | string>>`
    SELECT id, ${balance} AS balance, held,
      coalesce((SELECT sum(amount) FROM leases WHERE owner_kind = ${kind} AND owner_id = ${table}.id), 0) AS leased,
      ${booked} AS booked
    FROM ${table} WHERE id IN (${sql.join(ids)})`.execute(store.db);
  if (rows.length !== ids.length) throw new Error(`of ${kind}s ${ids.join()} some are gone`);
  return rows.map((row) => ({
    id: Number(row.id),
    balance: Number(row.balance),
    held: Number(row.held),
    leased: Number(row.leased),
    booked: Number(row.booked),
  }));
}

export interface Ending {
  users: readonly number[];
  tokens: readonly number[];
  calls: readonly SimulatedCall[];
  leasesLost: boolean;
  requestPrefix: string;
}

/** Checks what must hold after everything has ended and been applied. */
export async function findLateFaults(store: Store, ending: Ending): Promise<string | undefined> {
  const counts = await countLogs(store, ending.requestPrefix);
  for (const call of ending.calls) {
    const fault = faultOfCall(call, counts.get(call.requestId));
    if (fault) return fault;
  }
  for (const sums of await readSums(store, ending.users)) {
    const fault = faultOfUser(sums, ending);
    if (fault) return fault;
  }
  const { rows } = await sql<{ held: number | string }>`
    SELECT coalesce(sum(held), 0) AS held FROM (
      SELECT held FROM users WHERE id IN (${sql.join(ending.users)}) UNION ALL
      SELECT held FROM tokens WHERE id IN (${sql.join(ending.tokens)})) AS owners`.execute(
    store.db,
  );
  return Number(rows[0]?.held) === 0 ? undefined : `${rows[0]?.held} is held by nobody`;
}

type Logged = { count: number; quota: number };

async function countLogs(store: Store, prefix: string): Promise<Map<string, Logged>> {
  const rows = await store.db
    .selectFrom('logs')
    .select(['request_id', sql<number>`count(*)`.as('count'), sql<number>`sum(quota)`.as('quota')])
    .where('request_id', 'like', `${prefix}%`)
    .groupBy('request_id')
    .execute();
  return new Map(
    rows.map(({ request_id: id, count, quota }) => [
      id,
      { count: Number(count), quota: Number(quota) },
    ]),
  );
}

function faultOfCall(call: SimulatedCall, logged: Logged | undefined): string | undefined {
  const { requestId, state } = call;
  const count = logged?.count ?? 0;
  const amounts = chargesOf(call);
  const least = isCharged(call) && call.logged ? 1 : 0;
  const most = amounts.length === 0 || !call.logged ? 0 : 1;
  if (count < least || count > most)
    return `call ${requestId} (${state}) is in the log ${count} times`;
  if (logged && !amounts.includes(logged.quota))
    return `call ${requestId} (${state}) is logged with ${logged.quota}, not ${amounts.join(' or ')}`;
  return undefined;
}

/** Returns what a call can have been charged. */
function chargesOf({ state, price, noted }: SimulatedCall): number[] {
  if (state === 'answered') return [price];
  return state === 'unknown' ? [price, ...noted] : noted;
}

/** Returns whether a call must have been charged. */
function isCharged({ state, isNoted }: SimulatedCall): boolean {
  return state === 'answered' || ((state === 'unknown' || state === 'lost') && isNoted);
}

function faultOfUser(sums: Sums, { calls, leasesLost }: Ending): string | undefined {
  const { id: userId } = sums;
  const userCalls = calls.filter((call) => call.userId === userId);
  const charged = userCalls.filter(isCharged);
  const open = userCalls.filter((call) => chargesOf(call).length > 0);
  if (sums.used !== sums.usage || sums.used !== sums.hourly)
    return `user ${userId}: used ${sums.used}, ledger ${sums.usage}, hours ${sums.hourly}`;
  if (sums.logged + sums.unlogged !== sums.used)
    return `user ${userId}: used ${sums.used}, log ${sums.logged} and ${sums.unlogged} unlogged`;
  if (sums.count < charged.length || sums.count > open.length)
    return `user ${userId}: ${sums.count} calls, should be ${charged.length} to ${open.length}`;
  const least = charged.reduce((sum, call) => sum + Math.min(...chargesOf(call)), 0);
  const most = open.reduce((sum, call) => sum + Math.max(...chargesOf(call)), 0);
  if (sums.used < least || sums.used > most)
    return `user ${userId}: used ${sums.used}, should be ${least} to ${most}`;
  const beyond = open.reduce((sum, { price, reserved }) => sum + Math.max(0, price - reserved), 0);
  if (!leasesLost && sums.loss > beyond)
    return `user ${userId}: wrote off ${sums.loss}, calls cost ${beyond} beyond their reservations`;
  return undefined;
}

const SUMS = ['id', 'used', 'count', 'usage', 'loss', 'hourly', 'unlogged', 'logged'] as const;
type Sums = Record<(typeof SUMS)[number], number>;

async function readSums(store: Store, users: readonly number[]): Promise<Sums[]> {
  const { rows } = await sql<Record<keyof Sums, number | string>>`
    SELECT id, used_quota AS used, request_count AS count,
      coalesce((SELECT -sum(amount) FROM ledger WHERE user_id = users.id AND kind = 'usage'), 0) AS usage,
      coalesce((SELECT sum(amount) FROM ledger WHERE user_id = users.id AND kind = 'loss'), 0) AS loss,
      coalesce((SELECT sum(quota) FROM usage_hourly WHERE user_id = users.id), 0) AS hourly,
      coalesce((SELECT sum(unlogged_quota) FROM usage_hourly WHERE user_id = users.id), 0) AS unlogged,
      coalesce((SELECT sum(quota) FROM logs WHERE user_id = users.id AND type = 2), 0) AS logged
    FROM users WHERE id IN (${sql.join(users)})`.execute(store.db);
  if (rows.length !== users.length) throw new Error(`of users ${users.join()} some are gone`);
  return rows.map(
    (row) => Object.fromEntries(SUMS.map((name) => [name, Number(row[name])])) as Sums,
  );
}
