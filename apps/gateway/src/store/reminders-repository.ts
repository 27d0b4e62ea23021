import { sql } from 'kysely';
import { USER_ENABLED } from '@tollgate/contract';
import { FAR_AHEAD_SECONDS } from './is-due.ts';
import type { Db } from './schema.ts';

/** The owner, and the recipient: the owner personally, or an owner or admin of the team. */
interface Recipient {
  /** The recipient. */
  reader_id: number;
  /** The name of the team; null for the recipient's own. */
  team: string | null;
}

export interface LowBalance extends Recipient {
  id: number;
  quota: number;
  /** The recipient's threshold. */
  threshold: number;
}

const teamName = (kind: string, name: string) =>
  sql<string | null>`CASE WHEN ${sql.ref(kind)} = 'team' THEN ${sql.ref(name)} END`;

/**
 * Criteria for reminders: at most `limit`, of what nobody was notified of between `before` and `now`, or a
 * little later by another node's clock. Unix seconds.
 */
interface Criteria {
  now: number;
  before: number;
  limit: number;
  /** Whether mail can be sent at all. */
  canMail: boolean;
}

/** Far ahead, it was told by a clock that has been set back since. */
const wasTold = ({ before, now }: Criteria) =>
  sql`quiet.told_at > ${before} AND quiet.told_at <= ${now + FAR_AHEAD_SECONDS}`;

/** Whether a user's own address can be notified. */
const hasMail = (canMail: boolean) =>
  sql`coalesce(reader.email, '') <> '' AND ${sql.lit(canMail ? 1 : 0)} = 1`;

/**
 * Lists balances used since `sinceHour` that are below the threshold of a recipient who can be notified (the
 * given one by default) and was not notified after `before`. Those who can't be would be listed again and
 * again, and keep others waiting.
 */
export async function listLowBalances(
  db: Db,
  criteria: Criteria & { threshold: number; sinceHour: number },
): Promise<LowBalance[]> {
  const threshold = sql`coalesce(wanted.threshold, ${sql.lit(criteria.threshold)}) AS threshold`;
  const subscription = sql`notification_subscriptions AS wanted ON wanted.owner_id = reader_id AND wanted.event = 'balance_low'`;
  const { rows } = await sql<LowBalance>`
    WITH spent AS (SELECT DISTINCT user_id FROM usage_hourly WHERE hour >= ${criteria.sinceHour}),
    told AS (SELECT user_id AS wallet_id, user_id AS reader_id FROM spent
      UNION ALL SELECT team_id, team_members.user_id FROM team_members
        JOIN spent ON spent.user_id = team_id WHERE role IN ('owner', 'admin')),
    ways AS (SELECT told.*, ${threshold} FROM told JOIN users AS reader ON reader.id = reader_id
        LEFT JOIN ${subscription} AND wanted.target_id = 0
        WHERE coalesce(wanted.enabled, 1) = 1 AND ${hasMail(criteria.canMail)}
      UNION ALL SELECT told.*, ${threshold} FROM told
        JOIN ${subscription} AND wanted.target_id <> 0 AND wanted.enabled = 1
        JOIN notification_targets AS target ON target.id = wanted.target_id AND target.enabled = 1),
    found AS (SELECT wallet_id, reader_id, max(threshold) AS threshold FROM ways GROUP BY wallet_id, reader_id)
    SELECT wallet.id, wallet.quota, reader_id, ${teamName('wallet.kind', 'wallet.display_name')} AS team, threshold
    FROM found JOIN users AS wallet ON wallet.id = wallet_id JOIN users AS reader ON reader.id = reader_id
    WHERE wallet.quota < threshold AND wallet.status = ${USER_ENABLED} AND wallet.deleted_at IS NULL
      AND reader.status = ${USER_ENABLED} AND reader.deleted_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM notification_quiet AS quiet WHERE quiet.owner_id = reader_id
          AND quiet.event = 'balance_low' AND quiet.object = cast(wallet.id AS text)
          AND ${wasTold(criteria)})
    LIMIT ${criteria.limit}`.execute(db);
  return rows.map(withNumbers);
}

export interface NearlyUsedKey extends Recipient {
  id: number;
  name: string;
  remain_quota: number;
  used_quota: number;
}

/**
 * Lists keys with a limit that were used recently, with the subscribers who can be notified and were not after
 * `before`.
 */
export async function listNearlyUsedKeys(
  db: Db,
  criteria: Criteria & { since: number },
): Promise<NearlyUsedKey[]> {
  const { rows } = await sql<NearlyUsedKey>`
    WITH wanted AS (SELECT subscription.owner_id, max(coalesce(threshold, 10)) AS percent
      FROM notification_subscriptions AS subscription JOIN users AS reader ON reader.id = subscription.owner_id
      LEFT JOIN notification_targets AS target ON target.id = target_id AND target.enabled = 1
      WHERE event = 'key_limit_near' AND subscription.enabled = 1
        AND ((target_id = 0 AND ${hasMail(criteria.canMail)}) OR (target_id <> 0 AND target.id IS NOT NULL))
      GROUP BY subscription.owner_id),
    told AS (SELECT owner_id AS wallet_id, owner_id AS reader_id, percent FROM wanted
      UNION ALL SELECT team_id, owner_id, percent FROM wanted
        JOIN team_members ON team_members.user_id = owner_id WHERE role IN ('owner', 'admin'))
    SELECT tokens.id, tokens.name, tokens.remain_quota, tokens.used_quota, reader_id,
      ${teamName('users.kind', 'users.display_name')} AS team
    FROM told JOIN tokens ON tokens.user_id = wallet_id JOIN users ON users.id = wallet_id
    WHERE tokens.unlimited_quota = 0 AND tokens.deleted_at IS NULL AND tokens.used_quota > 0
      AND users.deleted_at IS NULL AND tokens.accessed_time >= ${criteria.since}
      AND tokens.remain_quota * 100 < (tokens.remain_quota + tokens.used_quota) * percent
      AND NOT EXISTS (SELECT 1 FROM notification_quiet AS quiet WHERE quiet.owner_id = reader_id
        AND quiet.event = 'key_limit_near' AND quiet.object = cast(tokens.id AS text)
        AND ${wasTold(criteria)})
    LIMIT ${criteria.limit}`.execute(db);
  return rows.map(withNumbers);
}

/** PostgreSQL returns 64-bit sums and limits as text. */
const withNumbers = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === 'name' || name === 'team' ? value : Number(value),
    ]),
  ) as Row;
