import type { BatchRow } from '../../src/store/batches-repository.ts';
import type { Store } from '../../src/store/open-store.ts';
import type { TaskRow } from '../../src/store/tasks-repository.ts';
import type { ChargedCall } from '../dialect-scene.ts';

/** A charge as logged. */
export type ChargeRow = Pick<
  ChargedCall,
  'quota' | 'prompt_tokens' | 'completion_tokens' | 'other'
> & { model_name: string; request_id: string };

/** What the tables contain about a seed's users. */
export interface MoneySnapshot {
  /** Charges by the action's address. */
  readonly charges: ReadonlyMap<string, readonly ChargeRow[]>;
  readonly tasks: readonly TaskRow[];
  readonly batches: readonly BatchRow[];
  /** Refunded amounts, by what they are for. */
  readonly refunds: ReadonlyMap<string, readonly number[]>;
  /** The total of write-offs. */
  readonly loss: number;
}

export async function readSnapshot(
  { db }: Store,
  users: readonly number[],
): Promise<MoneySnapshot> {
  const logs = await db
    .selectFrom('logs')
    .select([
      'ip',
      'quota',
      'prompt_tokens',
      'completion_tokens',
      'other',
      'model_name',
      'request_id',
    ])
    .where('user_id', 'in', users)
    .where('type', '=', 2)
    .execute();
  const rows = logs.map((row) => ({ ...row, other: JSON.parse(row.other) as ChargeRow['other'] }));
  const ledger = await db
    .selectFrom('ledger')
    .select(['kind', 'reference', 'amount'])
    .where('user_id', 'in', users)
    .where('kind', 'in', ['loss', 'refund'])
    .execute();
  const refunds = ledger.filter(({ kind }) => kind === 'refund');
  const losses = ledger.filter(({ kind }) => kind === 'loss');
  return {
    charges: Map.groupBy(rows, ({ ip }) => ip),
    tasks: await db.selectFrom('tasks').selectAll().where('user_id', 'in', users).execute(),
    batches: await db.selectFrom('batches').selectAll().where('user_id', 'in', users).execute(),
    refunds: new Map(
      [...Map.groupBy(refunds, ({ reference }) => reference ?? '')].map(([reference, rows]) => [
        reference,
        rows.map(({ amount }) => Number(amount)),
      ]),
    ),
    loss: losses.reduce((sum, { amount }) => sum + Number(amount), 0),
  };
}
