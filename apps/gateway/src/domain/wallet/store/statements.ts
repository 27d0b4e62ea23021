import type { OwnerKind } from '../lease-account.ts';
import type { SharedStatement, Statement } from './booking.ts';

/*
 * SQL of the wallet's booking rules: leases, charges, ledger, hourly usage. The databases differ only in that
 * PostgreSQL locks the owner's row (FOR UPDATE) while SQLite has a single writer.
 */

function shared(gives: Statement['gives'], text: string): SharedStatement {
  return { gives, sqlite: text, postgres: text, isShared: true };
}

function locked(text: string): Statement {
  return { gives: 'row', sqlite: text, postgres: `${text} FOR UPDATE` };
}

type ByOwner<Kind extends Statement = Statement> = Readonly<Record<OwnerKind, Kind>>;

/** An owner's quota that no node holds; locks the owner's row for this transaction. */
export const readFreeQuota: ByOwner = {
  user: locked('SELECT quota - held AS free FROM users WHERE id = @id AND deleted_at IS NULL'),
  token: locked(
    'SELECT remain_quota - held AS free FROM tokens WHERE id = @id AND deleted_at IS NULL',
  ),
};

/** Adds to what is held of an owner, unless it exceeds what is free. */
export const hold: ByOwner = {
  user: shared(
    'changes',
    'UPDATE users SET held = held + @amount WHERE id = @id AND quota - held >= @amount',
  ),
  token: shared(
    'changes',
    'UPDATE tokens SET held = held + @amount WHERE id = @id AND remain_quota - held >= @amount',
  ),
};

export const unhold: ByOwner = {
  user: shared('changes', 'UPDATE users SET held = held - @amount WHERE id = @id'),
  token: shared('changes', 'UPDATE tokens SET held = held - @amount WHERE id = @id'),
};

const ONE_LEASE = 'node_id = @nodeId AND owner_kind = @kind AND owner_id = @ownerId';

export const addLease = shared(
  'changes',
  `INSERT INTO leases (node_id, owner_kind, owner_id, amount, expires_at)
   VALUES (@nodeId, @kind, @ownerId, @amount, @expiresAt)
   ON CONFLICT (node_id, owner_kind, owner_id) DO UPDATE SET
     amount = leases.amount + excluded.amount, expires_at = excluded.expires_at`,
);

export const readLease = shared('row', `SELECT amount FROM leases WHERE ${ONE_LEASE}`);

/** Deducts from a lease that is large enough. */
export const reduceLease = shared(
  'changes',
  `UPDATE leases SET amount = amount - @amount WHERE ${ONE_LEASE} AND amount >= @amount`,
);

export const deleteEmptyLease = shared(
  'changes',
  `DELETE FROM leases WHERE ${ONE_LEASE} AND amount = 0`,
);

/**
 * A SQLite database has one process, so leases under earlier node names no longer belong to anybody either.
 */
export const listLeases: Statement = {
  gives: 'rows',
  sqlite: 'SELECT owner_kind, owner_id, amount FROM leases',
  postgres: `SELECT owner_kind, owner_id, amount FROM leases WHERE node_id = @nodeId
    ORDER BY owner_kind DESC, owner_id`,
};

export const deleteLeases: Statement = {
  gives: 'changes',
  sqlite: 'DELETE FROM leases',
  postgres: 'DELETE FROM leases WHERE node_id = @nodeId',
};

/**
 * Reads what can pay for an owner's calls. On PostgreSQL the lease must be read separately, after the owner's
 * row is locked: a statement that waited for the lock would see the lease as it was before.
 */
function chargeSources(kind: OwnerKind, table: string, balance: string): Statement {
  const from = `FROM ${table} WHERE id = @id`;
  const lease = `coalesce((SELECT amount FROM leases
      WHERE node_id = @nodeId AND owner_kind = '${kind}' AND owner_id = @id), 0)`;
  return {
    gives: 'row',
    sqlite: `SELECT ${balance} AS quota, held, ${lease} AS lease ${from}`,
    postgres: `SELECT ${balance} AS quota, held ${from} FOR UPDATE`,
  };
}

export const readChargeSources: ByOwner = {
  user: chargeSources('user', 'users', 'quota'),
  token: chargeSources('token', 'tokens', 'remain_quota'),
};

export const chargeUser = shared(
  'changes',
  `UPDATE users SET quota = quota - @taken, held = held - @fromLease,
     used_quota = used_quota + @total, request_count = request_count + @count WHERE id = @id`,
);

export const chargeApiKey = shared(
  'changes',
  `UPDATE tokens SET used_quota = used_quota + @used, remain_quota = remain_quota - @taken,
     held = held - @fromLease,
     accessed_time = CASE WHEN accessed_time < @lastUsedAt THEN @lastUsedAt ELSE accessed_time END,
     accessed_ip = CASE WHEN accessed_time <= @lastUsedAt AND @lastIp <> '' THEN @lastIp ELSE accessed_ip END
   WHERE id = @id`,
);

export const addToChannel = shared(
  'changes',
  'UPDATE channels SET used_quota = used_quota + @quota WHERE id = @id',
);

export const insertLedgerEntry = shared(
  'changes',
  `INSERT INTO ledger (user_id, created_at, kind, amount, balance_after, idempotency_key, actor_id, reason, reference)
   VALUES (@user_id, @created_at, @kind, @amount, @balance_after, @idempotency_key, @actor_id, @reason, @reference)`,
);

/** Adds an `HourlyUsage` row to the usage of its hour. */
export const addHourlyUsage = shared(
  'changes',
  `INSERT INTO usage_hourly (hour, user_id, username, model_name, channel_id, token_id, "group", request_count, quota, prompt_tokens, completion_tokens, unlogged_quota)
   VALUES (@hour, @userId, @username, @modelName, @channelId, @apiKeyId, @group, @count, @quota, @promptTokens, @completionTokens, @unloggedQuota)
   ON CONFLICT (hour, user_id, model_name, channel_id, token_id, "group") DO UPDATE SET
     request_count = usage_hourly.request_count + excluded.request_count,
     quota = usage_hourly.quota + excluded.quota,
     prompt_tokens = usage_hourly.prompt_tokens + excluded.prompt_tokens,
     completion_tokens = usage_hourly.completion_tokens + excluded.completion_tokens,
     unlogged_quota = usage_hourly.unlogged_quota + excluded.unlogged_quota`,
);
