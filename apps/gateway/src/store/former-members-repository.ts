import type { Selectable } from 'kysely';
import type { Database, Db } from './schema.ts';

type FormerMember = Selectable<Database['former_team_members']>;
export type MemberLimits = Omit<FormerMember, 'team_id' | 'user_id'>;

/** Keeps a member's limits, if there are any, for their return; called before they are removed. */
export async function keepLimits(db: Db, teamId: number, userId: number): Promise<void> {
  const member = await db
    .selectFrom('team_members')
    .select(['team_id', 'user_id', 'day_quota', 'week_quota', 'month_quota', 'models'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!member) return;
  const { day_quota: day, week_quota: week, month_quota: month, models } = member;
  if (day + week + month === 0 && models === '') return;
  const { team_id: _team, user_id: _user, ...limits } = member;
  await db
    .insertInto('former_team_members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet(limits))
    .execute();
}

/** Deletes and returns the limits that somebody had when they left a team; undefined if there are none. */
export function takeLimits(
  db: Db,
  teamId: number,
  userId: number,
): Promise<MemberLimits | undefined> {
  return db
    .deleteFrom('former_team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning(['day_quota', 'week_quota', 'month_quota', 'models'])
    .executeTakeFirst();
}
