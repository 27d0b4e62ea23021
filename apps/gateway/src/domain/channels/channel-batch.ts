import { type BatchRefusal, CHANNEL_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  type ChannelRecord,
  deleteChannels,
  listChannelsById,
  updateChannel,
} from '../../store/channels-repository.ts';
import { type Language, translateError } from '../error-texts.ts';
import type { Domain } from '../domain.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import { auditedChannel } from './audited-channel.ts';
import { requireKnownGroups } from '../options/groups.ts';

export interface ChannelChange {
  id: number;
  status?: 1 | 2 | undefined;
  group?: string | undefined;
  priority?: number | undefined;
  weight?: number | undefined;
  tag?: string | undefined;
}

/** Rolls a batch back: thrown inside its transaction, never seen outside. */
class Refused extends Error {}

type BatchContext = Pick<Domain, 'changes' | 'clock' | 'options'>;

/**
 * Changes many channels in one transaction, all or none. `before` holds the previous values of the changed
 * fields; if a row can't be changed, `refused` states why, and nothing was changed.
 */
export async function changeChannels(
  domain: BatchContext,
  changes: readonly ChannelChange[],
  language: Language,
): Promise<{ before: ChannelChange[]; refused: BatchRefusal[] }> {
  const refused: BatchRefusal[] = [];
  const before: ChannelChange[] = [];
  const work = domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const rows = await listChannelsById(
      trx,
      changes.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const change of changes) {
      const row = byId.get(change.id);
      const refusal = findRefusal(domain, change, row);
      if (refusal) refused.push(toRefusal(change.id, refusal, language));
      else if (row) before.push(formerValues(change, row));
    }
    if (refused.length > 0) throw new Refused();
    for (const { id, ...fields } of changes) {
      const after = await updateChannel(trx, id, toColumns(domain, fields));
      noteAudited(auditedChannel(byId.get(id), after));
    }
  });
  return (await isDone(work)) ? { before, refused } : { before: [], refused };
}

/** Deletes many channels in one transaction, all or none. */
export async function removeChannels(
  domain: Pick<Domain, 'changes'>,
  ids: readonly number[],
  language: Language,
): Promise<{ deleted: number; refused: BatchRefusal[] }> {
  const uniqueIds = [...new Set(ids)];
  const refused: BatchRefusal[] = [];
  const work = domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const rows = await listChannelsById(trx, uniqueIds);
    const existingIds = new Set(rows.map(({ id }) => id));
    for (const id of uniqueIds)
      if (!existingIds.has(id))
        refused.push(toRefusal(id, new AppError('channel_not_found'), language));
    if (refused.length > 0) throw new Refused();
    await deleteChannels(trx, uniqueIds);
    for (const row of rows) noteAudited(auditedChannel(row, undefined));
  });
  return { deleted: (await isDone(work)) ? uniqueIds.length : 0, refused };
}

async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

function findRefusal(
  domain: Pick<Domain, 'options'>,
  { group }: ChannelChange,
  row: ChannelRecord | undefined,
): AppError | undefined {
  if (!row) return new AppError('channel_not_found');
  try {
    if (group !== undefined) requireKnownGroups(domain, group, row.group);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const toRefusal = (id: number, { code, params }: AppError, language: Language): BatchRefusal => ({
  id,
  code,
  reason: translateError(code, params, language),
});

function formerValues({ id, ...fields }: ChannelChange, row: ChannelRecord): ChannelChange {
  const names = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [name as keyof typeof fields],
  );
  return { id, ...Object.fromEntries(names.map((name) => [name, formerValue(name, row)])) };
}

/**
 * Returns the previous value of a field; auto-disabled is returned as disabled, because a request can't set
 * it.
 */
const formerValue = (name: Exclude<keyof ChannelChange, 'id'>, row: ChannelRecord) =>
  name === 'status' && row.status !== CHANNEL_ENABLED ? CHANNEL_DISABLED : row[name];

function toColumns(domain: Pick<Domain, 'clock'>, fields: Omit<ChannelChange, 'id'>) {
  const definedFields = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(definedFields) as Required<typeof fields>),
    ...(fields.status === undefined
      ? {}
      : { status_reason: '', status_time: nowSeconds(domain.clock) }),
  };
}
