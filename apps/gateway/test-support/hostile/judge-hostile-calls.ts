import type { Store } from '../../src/store/open-store.ts';
import { chargeOf } from '../charge-of.ts';
import type { ChargedCall } from '../dialect-scene.ts';
import { findStandingFaults } from '../money/invariants.ts';
import type { HostileCall } from './hostile-call.ts';

export interface Payer {
  userId: number;
  apiKeyId: number;
  /** What it began with. */
  balance: number;
}

type Row = Pick<ChargedCall, 'quota' | 'prompt_tokens' | 'completion_tokens' | 'other'>;

/** Our own count of tokens may differ from the words of a completion by this factor. */
const ESTIMATE_FACTOR = 2;

/** The first thing that is wrong with the money of a seed, after all its calls were applied. */
export async function findHostileFaults(
  store: Store,
  payers: readonly Payer[],
  calls: readonly HostileCall[],
): Promise<string | undefined> {
  const users = payers.map(({ userId }) => userId);
  const tokens = payers.map(({ apiKeyId }) => apiKeyId);
  const standing = await findStandingFaults(store, users, tokens);
  if (standing) return standing;
  const rows = await readCharges(store, users);
  for (const call of calls) {
    const fault = faultOfCall(call, rows.get(call.plan.address) ?? []);
    if (fault)
      return `${fault}\n${JSON.stringify({ plan: call.plan, asked: call.asked, status: call.status, words: call.words, rows: rows.get(call.plan.address) })}`;
  }
  if (calls.some(({ plan, asked }) => asked && plan.behaviour === 'exceeds')) return undefined;
  return findLoss(store, users);
}

function faultOfCall(call: HostileCall, rows: readonly Row[]): string | undefined {
  const { plan, complete, asked, words } = call;
  const [row] = rows;
  if (rows.length > 1) return 'it is charged twice';
  if (!asked) return row ? 'it never got to an upstream and is charged' : undefined;
  if (!row) {
    if (complete || words > 0) return 'what was delivered is free';
    return isGood(plan.behaviour) ? 'the provider bills it and nobody pays' : undefined;
  }
  // A call that costs anything costs at least 1.
  const isUsed = row.prompt_tokens + row.completion_tokens > 0;
  const formula = Math.max(chargeOf(row), isUsed ? 1 : 0);
  if (row.quota !== formula) return 'its charge is not the formula of its row';
  // Who is sent more than was asked for pays for what was asked.
  if (plan.behaviour !== 'exceeds' && row.completion_tokens * ESTIMATE_FACTOR < words)
    return 'less is charged than was delivered';
  if (plan.behaviour !== 'exceeds' && row.quota > Number(row.other['reserved']))
    return 'it is charged more than was reserved';
  return undefined;
}

/**
 * Whether the upstream stays within its limit: one that exceeds it before the first word is cut
 * off.
 */
function isGood(behaviour: HostileCall['plan']['behaviour']): boolean {
  return !['cuts', 'malformed', 'fails', 'exceeds'].includes(behaviour);
}

/** Charges by the address of the caller. */
async function readCharges(store: Store, users: readonly number[]): Promise<Map<string, Row[]>> {
  const rows = await store.db
    .selectFrom('logs')
    .select(['ip', 'quota', 'prompt_tokens', 'completion_tokens', 'other'])
    .where('user_id', 'in', users)
    .where('type', '=', 2)
    .execute();
  const found = new Map<string, Row[]>();
  for (const { ip, other, ...row } of rows) {
    const read = { ...row, other: JSON.parse(other) as Row['other'] };
    found.set(ip, [...(found.get(ip) ?? []), read]);
  }
  return found;
}

async function findLoss(store: Store, users: readonly number[]): Promise<string | undefined> {
  const rows = await store.db
    .selectFrom('ledger')
    .select(['user_id', 'amount'])
    .where('user_id', 'in', users)
    .where('kind', '=', 'loss')
    .execute();
  const lost = rows.reduce((sum, { amount }) => sum + amount, 0);
  return lost === 0 ? undefined : `the gateway wrote off ${lost}`;
}
