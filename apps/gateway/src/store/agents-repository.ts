import { type Selectable, sql } from 'kysely';
import type { AgentsTable } from './agents-tables.ts';
import { type Page, type PageRequest, readPage } from './paging.ts';
import type { Db } from './schema.ts';
import { containsText } from './search.ts';

export type AgentRow = Selectable<AgentsTable>;

export function findAgent(db: Db, userId: number): Promise<AgentRow | undefined> {
  return db.selectFrom('agents').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Makes a user an agent, or changes an agent's terms. */
export async function saveAgent(
  db: Db,
  agent: Pick<
    AgentRow,
    'user_id' | 'enabled' | 'basis_points' | 'discount_basis_points' | 'created_at'
  >,
): Promise<void> {
  const { enabled, basis_points, discount_basis_points } = agent;
  await db
    .insertInto('agents')
    .values({ ...agent, code: null, invitation: '' })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ enabled, basis_points, discount_basis_points }),
    )
    .execute();
  await db
    .updateTable('users')
    .set({ is_agent: enabled })
    .where('id', '=', agent.user_id)
    .execute();
}

/** Changes what agents may edit themselves. Fails on the unique index if the code is taken. */
export async function updateInvitation(
  db: Db,
  userId: number,
  invitation: Pick<AgentRow, 'code' | 'invitation'>,
): Promise<void> {
  await db.updateTable('agents').set(invitation).where('user_id', '=', userId).execute();
}

/** A user's earnings from invitations, in quota units. */
export interface InvitationTotals {
  invitees: number;
  /** Top-ups by invited users since rebates have been recorded. */
  toppedUp: number;
  earned: number;
  pending: number;
}

export async function sumInvitations(db: Db, userId: number): Promise<InvitationTotals> {
  const { rows } = await sql<Record<keyof InvitationTotals, number | string>>`
    SELECT (SELECT count(*) FROM users WHERE inviter_id = ${userId}) AS invitees,
      coalesce(sum(CASE WHEN state <> 'reversed' THEN base ELSE 0 END), 0) AS "toppedUp",
      coalesce(sum(CASE WHEN state = 'earned' THEN amount ELSE 0 END), 0) AS earned,
      coalesce(sum(CASE WHEN state = 'pending' THEN amount ELSE 0 END), 0) AS pending
    FROM rebates WHERE user_id = ${userId}`.execute(db);
  const [row] = rows;
  return {
    invitees: Number(row?.invitees ?? 0),
    toppedUp: Number(row?.toppedUp ?? 0),
    earned: Number(row?.earned ?? 0),
    pending: Number(row?.pending ?? 0),
  };
}

export type ListedAgent = Pick<
  AgentRow,
  'user_id' | 'enabled' | 'basis_points' | 'discount_basis_points' | 'created_at'
> &
  InvitationTotals & { username: string; available: number; requested: number };

/** Lists agents by part of their name or by id, active ones first, the newest of them on top. */
export async function listAgents(
  db: Db,
  { keyword }: { keyword: string },
  page: PageRequest,
): Promise<Page<ListedAgent>> {
  let query = db
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.user_id')
    .where('users.deleted_at', 'is', null);
  if (keyword !== '')
    query = query.where((where) =>
      where.or([
        containsText<'users'>('users.username', keyword),
        ...(/^\d{1,9}$/.test(keyword) ? [where('users.id', '=', Number(keyword))] : []),
      ]),
    );
  const rebates = (column: 'base' | 'amount', states: readonly string[]) =>
    sql<number | string>`coalesce((SELECT sum(${sql.ref(column)}) FROM rebates
      WHERE rebates.user_id = agents.user_id AND rebates.state IN (${sql.join(states)})), 0)`;
  const found = await readPage(
    query.select(sql<number>`count(*)`.as('count')),
    query
      .select([
        'agents.user_id',
        'agents.enabled',
        'agents.basis_points',
        'agents.discount_basis_points',
        'agents.created_at',
        'users.username',
        'users.aff_quota as available',
        sql<number | string>`(SELECT count(*) FROM users AS invited
          WHERE invited.inviter_id = agents.user_id)`.as('invitees'),
        rebates('base', ['pending', 'earned', 'refused']).as('toppedUp'),
        rebates('amount', ['earned']).as('earned'),
        rebates('amount', ['pending']).as('pending'),
        sql<number | string>`coalesce((SELECT sum(amount) FROM payouts
          WHERE payouts.user_id = agents.user_id AND payouts.state = 'requested'), 0)`.as(
          'requested',
        ),
      ])
      .orderBy('agents.enabled', 'desc')
      .orderBy('agents.user_id', 'desc'),
    page,
  );
  const items = found.items.map((row) => ({
    ...row,
    invitees: Number(row.invitees),
    toppedUp: Number(row.toppedUp),
    earned: Number(row.earned),
    pending: Number(row.pending),
    requested: Number(row.requested),
  }));
  return { ...found, items };
}

export interface InviteeRow {
  id: number;
  username: string;
  created_at: number;
  toppedUp: number;
  earned: number;
  pending: number;
}

/** Lists the users whom somebody invited, newest first, with what each brought in. */
export async function listInvitees(
  db: Db,
  userId: number,
  page: PageRequest,
): Promise<Page<InviteeRow>> {
  const invited = db.selectFrom('users').where('inviter_id', '=', userId);
  const sumOf = (column: 'base' | 'amount', states: readonly string[]) =>
    sql<number>`coalesce((SELECT sum(${sql.ref(column)}) FROM rebates
      WHERE rebates.invitee_id = users.id AND rebates.user_id = ${userId}
        AND rebates.state IN (${sql.join(states)})), 0)`;
  const found = await readPage(
    invited.select(sql<number>`count(*)`.as('count')),
    invited
      .select([
        'id',
        'username',
        'created_at',
        sumOf('base', ['pending', 'earned', 'refused']).as('toppedUp'),
        sumOf('amount', ['earned']).as('earned'),
        sumOf('amount', ['pending']).as('pending'),
      ])
      .orderBy('id', 'desc'),
    page,
  );
  const items = found.items.map((row) => ({
    ...row,
    toppedUp: Number(row.toppedUp),
    earned: Number(row.earned),
    pending: Number(row.pending),
  }));
  return { ...found, items };
}
