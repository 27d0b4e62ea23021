import type { ChannelRow } from '@tollgate/contract';
import { CHANNEL_ENABLED } from '@tollgate/contract';
import { buildModelMapping } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  type ChannelChanges,
  type ChannelRecord,
  listChannelsById,
  listChannelsOfTag,
  updateChannels,
} from '../../store/channels-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import { auditedChannel } from './audited-channel.ts';
import { requireKnownGroups } from '../options/groups.ts';

export interface TagEdit {
  tag: string;
  new_tag?: string | null | undefined;
  model_mapping?: string | null | undefined;
  groups?: string | null | undefined;
  models?: string | null | undefined;
  priority?: number | null | undefined;
  weight?: number | null | undefined;
}

/** Changes channels, and reports it to the audit log. Returns how many still existed. */
async function changeAll(
  trx: StoreTransaction,
  channels: readonly ChannelRecord[],
  changes: ChannelChanges,
): Promise<number> {
  const before = new Map(channels.map((channel) => [channel.id, channel]));
  const changed = await updateChannels(trx, [...before.keys()], changes);
  for (const after of changed) noteAudited(auditedChannel(before.get(after.id), after));
  return changed.length;
}

/** Changes all channels of a tag in one transaction. Returns how many. */
function changeTag(
  domain: Pick<Domain, 'changes'>,
  tag: string,
  changes: ChannelChanges,
): Promise<number> {
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const channels = await listChannelsOfTag(trx, tag);
    if (channels.length === 0) throw new AppError('channel_not_found');
    await changeAll(trx, channels, changes);
    return channels.length;
  });
}

/**
 * Applies the given fields to a tag's channels. Absent, null and empty lists change nothing; an empty new_tag
 * removes the tag.
 */
export function editTag(
  domain: Pick<Domain, 'changes' | 'options'>,
  edit: TagEdit,
): Promise<number> {
  if (edit.groups) requireKnownGroups(domain, edit.groups);
  const changes: ChannelChanges = {
    ...(edit.new_tag === undefined || edit.new_tag === null || edit.new_tag === edit.tag
      ? {}
      : { tag: edit.new_tag }),
    ...(edit.model_mapping === undefined || edit.model_mapping === null
      ? {}
      : { model_mapping: checkMapping(edit.model_mapping) }),
    ...(edit.groups ? { group: edit.groups } : {}),
    ...(edit.models ? { models: edit.models } : {}),
    ...(edit.priority === undefined || edit.priority === null ? {} : { priority: edit.priority }),
    ...(edit.weight === undefined || edit.weight === null ? {} : { weight: edit.weight }),
  };
  if (Object.keys(changes).length === 0) throw new AppError('tag_nothing_changed');
  return changeTag(domain, edit.tag, changes);
}

function checkMapping(text: string): string {
  const result = buildModelMapping(text.trim());
  if (!result.ok) throw new AppError(result.code, { model: result.model ?? '' });
  return text.trim();
}

export function setTagStatus(
  domain: Pick<Domain, 'clock' | 'changes'>,
  tag: string,
  status: number,
): Promise<number> {
  return changeTag(domain, tag, {
    status,
    status_reason: '',
    status_time: nowSeconds(domain.clock),
  });
}

/** Tags many channels. Returns how many existed. */
export function tagChannels(
  domain: Pick<Domain, 'changes'>,
  ids: readonly number[],
  tag: string,
): Promise<number> {
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    return changeAll(trx, await listChannelsById(trx, [...new Set(ids)]), { tag });
  });
}

/**
 * Returns one row that represents all channels of a tag: enabled if any is; other figures are summed or
 * averaged.
 */
export function presentTagRow(tag: string, children: readonly ChannelRow[]): ChannelRow {
  const first = children[0] as ChannelRow;
  const same = <Field extends 'model_mapping' | 'type' | 'priority' | 'weight'>(
    field: Field,
    otherwise: ChannelRow[Field],
  ): ChannelRow[Field] =>
    children.every((child) => child[field] === first[field]) ? first[field] : otherwise;
  const tested = children.filter(({ response_time }) => response_time > 0);
  const { health: _health, condition: _condition, ...shared } = first;
  return {
    ...shared,
    id: 0,
    name: tag,
    tag,
    status: children.some(({ status }) => status === CHANNEL_ENABLED)
      ? CHANNEL_ENABLED
      : first.status,
    group: [...new Set(children.flatMap(({ group }) => group.split(',')))].join(','),
    models: [...new Set(children.flatMap(({ models }) => models.split(',')))].join(','),
    model_mapping: same('model_mapping', ''),
    type: same('type', 0),
    priority: same('priority', Math.max(...children.map(({ priority }) => priority))),
    weight: same('weight', Math.max(...children.map(({ weight }) => weight))),
    used_quota: children.reduce((sum, child) => sum + child.used_quota, 0),
    balance: children.reduce((sum, child) => sum + child.balance, 0),
    response_time:
      tested.length === 0
        ? 0
        : Math.round(tested.reduce((sum, child) => sum + child.response_time, 0) / tested.length),
    children: [...children],
  };
}
