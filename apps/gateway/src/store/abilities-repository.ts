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
  const rows = splitList(channel.group).flatMap((group) =>
    splitList(channel.models).map((model) => ({
      group,
      model,
      channel_id: channel.id,
      enabled: channel.status === 1 ? 1 : 0,
      priority: channel.priority,
      weight: channel.weight,
    })),
  );
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
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
  for (const channel of channels) await replaceAbilities(trx, channel);
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
