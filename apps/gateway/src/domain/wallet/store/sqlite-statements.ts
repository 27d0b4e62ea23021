import type { Database, Statement } from 'better-sqlite3';

export type WalletStatements = ReturnType<typeof prepareStatements>;

/** The wallet's SQL for SQLite, prepared once. Names tell what each does; callers hold the transaction. */
export function prepareStatements(database: Database) {
  const prepare: Prepare = (sql) => database.prepare<unknown[]>(sql);
  return {
    ...leaseStatements(prepare),
    ...usageStatements(prepare),
  };
}

type Prepare = (sql: string) => Statement<unknown[]>;

function leaseStatements(prepare: Prepare) {
  return {
    readFree: {
      user: prepare('SELECT quota - held AS free FROM users WHERE id = ? AND deleted_at IS NULL'),
      token: prepare(
        'SELECT remain_quota - held AS free FROM tokens WHERE id = ? AND deleted_at IS NULL',
      ),
    },
    hold: {
      user: prepare(
        'UPDATE users SET held = held + @amount WHERE id = @id AND quota - held >= @amount',
      ),
      token: prepare(
        'UPDATE tokens SET held = held + @amount WHERE id = @id AND remain_quota - held >= @amount',
      ),
    },
    unhold: {
      user: prepare('UPDATE users SET held = held - @amount WHERE id = @id'),
      token: prepare('UPDATE tokens SET held = held - @amount WHERE id = @id'),
    },
    addLease: prepare(
      `INSERT INTO leases (node_id, owner_kind, owner_id, amount, expires_at) VALUES (@nodeId, @kind, @ownerId, @amount, @now + 600)
       ON CONFLICT (node_id, owner_kind, owner_id) DO UPDATE SET amount = amount + excluded.amount, expires_at = excluded.expires_at`,
    ),
    reduceLease: prepare(
      'UPDATE leases SET amount = amount - @amount WHERE node_id = @nodeId AND owner_kind = @kind AND owner_id = @ownerId',
    ),
    dropEmptyLease: prepare(
      'DELETE FROM leases WHERE node_id = @nodeId AND owner_kind = @kind AND owner_id = @ownerId AND amount <= 0',
    ),
    listLeases: prepare('SELECT owner_kind, owner_id, amount FROM leases'),
    deleteLeases: prepare('DELETE FROM leases'),
  };
}

/** Rows that one statement inserts where there are that many. */
export const LOG_ROWS_AT_ONCE = 8;

const LOG_COLUMNS =
  'created_at type user_id username token_id token_name channel_id model_name group quota prompt_tokens completion_tokens use_time is_stream content other request_id ip'.split(
    ' ',
  );

function insertLogRows(count: number): string {
  const row = `(${LOG_COLUMNS.map(() => '?').join()})`;
  const columns = LOG_COLUMNS.map((name) => `"${name}"`).join();
  return `INSERT INTO logs (${columns}) VALUES ${Array.from({ length: count }, () => row).join()}`;
}

function usageStatements(prepare: Prepare) {
  return {
    insertLog: prepare(insertLogRows(1)),
    insertLogs: prepare(insertLogRows(LOG_ROWS_AT_ONCE)),
    deleteLog: prepare('DELETE FROM logs WHERE id = ?'),
    deleteUnlogged: prepare('DELETE FROM logs WHERE id > ? AND type = -1'),
    readWatermark: prepare('SELECT coalesce(max(applied_log_id), 0) AS upTo FROM nodes'),
    forgetOtherNodes: prepare('DELETE FROM nodes WHERE id <> ?'),
    setWatermark: prepare(
      `INSERT INTO nodes (id, started_at, seen_at, applied_log_id) VALUES (@nodeId, @at, @at, @upTo)
       ON CONFLICT (id) DO UPDATE SET applied_log_id = excluded.applied_log_id, seen_at = excluded.seen_at`,
    ),
    readLastLogId: prepare('SELECT max(id) AS id FROM logs'),
    // Rows of batches are applied in the transaction that writes them: see settle-hold.ts.
    listUnapplied: prepare(
      `SELECT logs.*, CASE WHEN tokens.unlimited_quota = 0 THEN 1 ELSE 0 END AS limited
       FROM logs LEFT JOIN tokens ON tokens.id = logs.token_id WHERE logs.id > ? AND logs.type IN (?, ?) AND logs.request_id NOT GLOB 'batch_*'`,
    ),
    readSources: {
      user: prepare(readSources('user', 'users', 'quota')),
      token: prepare(readSources('token', 'tokens', 'remain_quota')),
    },
    applyUser: prepare(
      `UPDATE users SET quota = quota - @taken, held = held - @fromLease, used_quota = used_quota + @total,
         request_count = request_count + @count WHERE id = @id`,
    ),
    applyToken: prepare(
      `UPDATE tokens SET used_quota = used_quota + @used, remain_quota = remain_quota - @taken, held = held - @fromLease,
         accessed_time = max(accessed_time, @lastUsedAt) WHERE id = @id`,
    ),
    applyChannel: prepare('UPDATE channels SET used_quota = used_quota + @quota WHERE id = @id'),
    insertLedger: prepare(
      `INSERT INTO ledger (user_id, created_at, kind, amount, balance_after, idempotency_key, actor_id, reason, reference)
       VALUES (@user_id, @created_at, @kind, @amount, @balance_after, @idempotency_key, @actor_id, @reason, @reference)`,
    ),
    applyHour: prepare(
      `INSERT INTO usage_hourly (hour, user_id, username, model_name, channel_id, token_id, "group", request_count, quota, prompt_tokens, completion_tokens, unlogged_quota)
       VALUES (@hour, @userId, @username, @modelName, @channelId, @apiKeyId, @group, @count, @quota, @promptTokens, @completionTokens, @unloggedQuota)
       ON CONFLICT (hour, user_id, model_name, channel_id, token_id, "group") DO UPDATE SET request_count = request_count + excluded.request_count,
         quota = quota + excluded.quota, prompt_tokens = prompt_tokens + excluded.prompt_tokens,
         completion_tokens = completion_tokens + excluded.completion_tokens, unlogged_quota = unlogged_quota + excluded.unlogged_quota`,
    ),
    applyLogSum: prepare(
      `INSERT INTO log_sums (scope, key, span, start, token_name, model_name, channel_id, "group", calls, quota)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (scope, key, span, start, token_name, model_name, channel_id, "group") DO UPDATE SET
         calls = calls + excluded.calls, quota = quota + excluded.quota`,
    ),
  };
}

/** What can pay for an owner's calls: balance, what is held of it, this node's lease. */
function readSources(kind: string, table: string, balance: string): string {
  return `SELECT ${balance} AS quota, held, coalesce((SELECT amount FROM leases
      WHERE node_id = @nodeId AND owner_kind = '${kind}' AND owner_id = @id), 0) AS lease FROM ${table} WHERE id = @id`;
}
