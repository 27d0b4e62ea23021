import { CHANNEL_ENABLED } from '@tollgate/contract';
import { yieldEventLoop } from '../platform/yield-event-loop.ts';
import type { Db } from './schema.ts';

interface AbilitySource {
  id: number;
  models: string;
  group: string;
  status: number;
  priority: number;
  weight: number;
}

const splitList = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
const ROWS_A_STATEMENT = 500;

/** Replaces the group × model rows of one channel; part of the caller's transaction. */
export async function replaceAbilities(trx: Db, channel: AbilitySource): Promise<void> {
  await trx.deleteFrom('abilities').where('channel_id', '=', channel.id).execute();
  await insertAbilities(trx, rowsOf(channel));
}

/**
 * Brings the rows of many channels in line with a change of these columns; part of the caller's transaction.
 * Rows are only written again if the models or groups changed.
 */
export async function updateAbilities(
  trx: Db,
  channels: readonly AbilitySource[],
  changed: Partial<Record<keyof AbilitySource, unknown>>,
): Promise<void> {
  const ids = channels.map(({ id }) => id);
  if ('models' in changed || 'group' in changed) {
    await trx.deleteFrom('abilities').where('channel_id', 'in', ids).execute();
    return insertAbilities(trx, channels.flatMap(rowsOf));
  }
  const [first] = channels;
  if (first && ('status' in changed || 'priority' in changed || 'weight' in changed))
    await trx
      .updateTable('abilities')
      .set({
        ...('status' in changed ? { enabled: enabledOf(first) } : {}),
        ...('priority' in changed ? { priority: first.priority } : {}),
        ...('weight' in changed ? { weight: first.weight } : {}),
      })
      .where('channel_id', 'in', ids)
      .execute();
}

const enabledOf = ({ status }: AbilitySource) => (status === CHANNEL_ENABLED ? 1 : 0);

function rowsOf(channel: AbilitySource) {
  return splitList(channel.group).flatMap((group) =>
    splitList(channel.models).map((model) => ({
      group,
      model,
      channel_id: channel.id,
      enabled: enabledOf(channel),
      priority: channel.priority,
      weight: channel.weight,
    })),
  );
}

async function insertAbilities(trx: Db, rows: ReturnType<typeof rowsOf>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    // SQLite responds synchronously; without this, calls would be blocked until the last row is written.
    if (start > 0) await yieldEventLoop();
    await trx
      .insertInto('abilities')
      .values(rows.slice(start, start + ROWS_A_STATEMENT))
      .execute();
  }
}

/** Rebuilds all rows from the channels; returns the number of channels. */
export async function rebuildAbilities(trx: Db): Promise<number> {
  await trx.deleteFrom('abilities').execute();
  const channels = await trx
    .selectFrom('channels')
    .select(['id', 'models', 'group', 'status', 'priority', 'weight'])
    .execute();
  await insertAbilities(trx, channels.flatMap(rowsOf));
  return channels.length;
}

/** Returns the models that enabled channels serve to these groups. */
export async function listModelsOfGroups(db: Db, groups: readonly string[]): Promise<string[]> {
  if (groups.length === 0) return [];
  const rows = await db
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('group', 'in', [...groups])
    .where('enabled', '=', 1)
    .execute();
  return rows.map(({ model }) => model);
}
