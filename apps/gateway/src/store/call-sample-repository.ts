import { LOG_CONSUME } from '@tollgate/contract';
import { sql } from 'kysely';
import type { LogsTable, Db } from './schema.ts';

/** What a charged call in the log says about its price. */
export type SampledCall = Pick<
  LogsTable,
  | 'user_id'
  | 'username'
  | 'model_name'
  | 'group'
  | 'quota'
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'other'
> & {
  /** The first group that its user is in now. */
  own_group: string;
};

/**
 * Yields calls since a time in batches: all of them or, if the log has more rows than `most`, about that many
 * in blocks spread evenly over the whole span. Reads no more than that.
 */
export async function* sampleCalls(
  db: Db,
  { since, most: limit, blocks }: { since: number; most: number; blocks: number },
): AsyncGenerator<SampledCall[]> {
  const [first, last] = await findSpan(db, since);
  if (first === undefined || last === undefined) return;
  const rows = last - first + 1;
  const size = Math.ceil(Math.min(rows, limit) / blocks);
  // Ids have few gaps, so a block of ids is about as many rows.
  const step = Math.max(size, rows / blocks);
  for (let start = first; start <= last; start += step)
    yield readBlock(db, { since, from: Math.floor(start), size, last });
}

async function findSpan(db: Db, since: number): Promise<[number | undefined, number | undefined]> {
  const first = await db
    .selectFrom('logs')
    .select('id')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return [undefined, undefined];
  const last = await db
    .selectFrom('logs')
    .select(sql<number | string>`max(id)`.as('id'))
    .executeTakeFirstOrThrow();
  return [Number(first.id), Number(last.id)];
}

async function readBlock(
  db: Db,
  { since, from, size, last }: { since: number; from: number; size: number; last: number },
): Promise<SampledCall[]> {
  const rows = await db
    .selectFrom('logs')
    .select([
      'user_id',
      'username',
      'model_name',
      'group',
      'quota',
      'prompt_tokens',
      'completion_tokens',
      'other',
    ])
    .where('id', '>=', from)
    .where('id', '<=', Math.min(from + size - 1, last))
    .where('created_at', '>=', since)
    .where('type', '=', LOG_CONSUME)
    .execute();
  const groups = await firstGroups(db, [...new Set(rows.map(({ user_id: id }) => Number(id)))]);
  return rows.map((row) => ({
    ...row,
    own_group: groups.get(Number(row.user_id)) ?? '',
    user_id: Number(row.user_id),
    quota: Number(row.quota),
    prompt_tokens: Number(row.prompt_tokens),
    completion_tokens: Number(row.completion_tokens),
  }));
}

async function firstGroups(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'group'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, group }) => [Number(id), (group.split(',')[0] ?? '').trim()]));
}
