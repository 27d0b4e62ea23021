import { KEY_EXPIRY_REMINDER_DAYS_MAX, TOKEN_ENABLED, USER_ENABLED } from '@tollgate/contract';
import { sql } from 'kysely';
import type { Db } from './schema.ts';

const DAY = 86_400;

/** A key that is about to expire, and who is notified. Times in seconds. */
export interface ExpiringKey {
  id: number;
  name: string;
  expired_time: number;
  /** Its user, or an owner or admin of its team. */
  reader_id: number;
  /** The name of the team; null for the recipient's own key. */
  team: string | null;
}

interface Criteria {
  now: number;
  /** The default for recipients who have not set a number of days. */
  days: number;
  /** Whether mail can be sent at all. */
  canMail: boolean;
  limit: number;
}

/**
 * Lists keys that expire within the number of days that a recipient set and for which at least one of the
 * recipient's targets has not been notified yet: once per recipient and key, the first to expire first. Keys
 * created with a shorter lifetime than that are left out.
 */
export async function listExpiringKeys(
  db: Db,
  { now, days, canMail, limit }: Criteria,
): Promise<ExpiringKey[]> {
  const daysMax = await findLongestNotice(db, days);
  if (daysMax === 0) return [];
  const daysOf = sql`coalesce(CASE WHEN threshold > ${sql.lit(daysMax)} THEN ${sql.lit(daysMax)} ELSE threshold END, ${sql.lit(days)})`;
  const subscription = sql`notification_subscriptions AS wanted ON wanted.owner_id = told.reader_id AND wanted.event = 'key_expiring'`;
  const { rows } = await sql<ExpiringKey>`
    WITH expiring AS (SELECT id, name, user_id, created_time, expired_time FROM tokens
      WHERE expired_time > ${now} AND expired_time < ${now + daysMax * DAY}
        AND deleted_at IS NULL AND status = ${sql.lit(TOKEN_ENABLED)}),
    told AS (SELECT expiring.*, user_id AS reader_id FROM expiring
      UNION ALL SELECT expiring.*, team_members.user_id FROM expiring
        JOIN team_members ON team_id = expiring.user_id WHERE role IN ('owner', 'admin')),
    ways AS (SELECT told.*, 0 AS target_id, ${daysOf} AS days FROM told
        JOIN users ON users.id = told.reader_id LEFT JOIN ${subscription} AND wanted.target_id = 0
        WHERE coalesce(wanted.enabled, 1) = 1 AND coalesce(users.email, '') <> '' AND ${sql.lit(canMail ? 1 : 0)} = 1
      UNION ALL SELECT told.*, target_id, ${daysOf} FROM told
        JOIN ${subscription} AND wanted.target_id <> 0 AND wanted.enabled = 1
        JOIN notification_targets AS target ON target.id = target_id AND target.enabled = 1)
    SELECT DISTINCT ways.id, ways.name, expired_time, reader_id,
      CASE WHEN wallet.kind = 'team' THEN wallet.display_name END AS team
    FROM ways JOIN users AS wallet ON wallet.id = ways.user_id JOIN users AS reader ON reader.id = reader_id
    WHERE expired_time < ${now} + days * ${sql.lit(DAY)} AND created_time < expired_time - days * ${sql.lit(DAY)}
      AND wallet.status = ${sql.lit(USER_ENABLED)} AND wallet.deleted_at IS NULL
      AND reader.status = ${sql.lit(USER_ENABLED)} AND reader.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM notification_quiet AS quiet WHERE quiet.owner_id = reader_id
        AND quiet.event = 'key_expiring' AND quiet.target_id = ways.target_id
        AND quiet.object = cast(ways.id AS text) || ' ' || cast(expired_time AS text))
    ORDER BY expired_time, ways.id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    expired_time: Number(row.expired_time),
    reader_id: Number(row.reader_id),
  }));
}

/** Returns the longest notice, in days, that any recipient wants. */
async function findLongestNotice(db: Db, days: number): Promise<number> {
  const row = await db
    .selectFrom('notification_subscriptions')
    .select(({ fn }) => fn.max<number | null>('threshold').as('days'))
    .where('event', '=', 'key_expiring')
    .executeTakeFirst();
  return Math.min(KEY_EXPIRY_REMINDER_DAYS_MAX, Math.max(days, Number(row?.days ?? 0)));
}
