import { addUser } from '../../src/domain/accounts/users.ts';
import type { Wallet } from '../../src/domain/wallet/wallet.ts';
import type { UsageLogRow } from '../../src/domain/wallet/usage-record.ts';
import { LOG_CONSUME } from '@tollgate/contract';
import type { Clock } from '../../src/platform/clock.ts';
import type { Store } from '../../src/store/open-store.ts';
import { insertApiKey } from '../../src/store/api-keys-repository.ts';

let names = 0;

/** Creates a user without quota; returns the id. */
export async function makeUser(store: Store, clock: Clock): Promise<number> {
  const username = `sim${process.pid}x${(names += 1)}`;
  const { id } = await addUser(
    { store, clock },
    { username, display_name: '', password_hash: null, role: 1 },
  );
  return id;
}

/** Creates a key with its own limit; returns the id. */
export async function makeApiKey(store: Store, userId: number, remain: number): Promise<number> {
  const { id } = await insertApiKey(store.db, {
    user_id: userId,
    name: 'k',
    key_hash: `h${process.pid}x${(names += 1)}`,
    key_cipher: '',
    status: 1,
    created_time: 0,
    expired_time: -1,
    remain_quota: remain,
    unlimited_quota: 0,
    allow_ips: '',
    group: '',
    model_limits_enabled: 0,
    model_limits: '',
    rate_limit: 0,
    mj_mode: '',
    deleted_at: null,
  });
  return id;
}

/** Adds or subtracts quota, under a unique idempotency key. */
export async function give(wallet: Wallet, userId: number, delta: number): Promise<void> {
  await wallet.adjustUser({
    userId,
    delta,
    kind: 'gift',
    reason: '',
    actorId: 0,
    idempotencyKey: `give:${process.pid}:${(names += 1)}`,
  });
}

/** Returns the log row of a call. */
export function consumeRow(call: {
  requestId: string;
  userId: number;
  apiKeyId: number;
  price: number;
  at: number;
}): UsageLogRow {
  return {
    created_at: call.at,
    type: LOG_CONSUME,
    user_id: call.userId,
    username: 'u',
    token_id: call.apiKeyId,
    token_name: 'k',
    channel_id: 1,
    model_name: 'm',
    group: 'default',
    quota: call.price,
    prompt_tokens: 1,
    completion_tokens: 1,
    use_time: 0,
    is_stream: 0,
    content: '',
    other: '',
    request_id: call.requestId,
    ip: '',
  };
}
