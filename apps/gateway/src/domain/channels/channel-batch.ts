import { CHANNEL_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  type ChannelChanges,
  deleteChannels,
  updateChannel,
} from '../../store/channels-repository.ts';
import type { Domain } from '../domain.ts';

/** What happens to every channel of a batch. */
export type ChannelBatchAction =
  | { type: 'enable' | 'disable' | 'delete' }
  | {
      type: 'set';
      group?: string | undefined;
      priority?: number | undefined;
      weight?: number | undefined;
      tag?: string | undefined;
    };

/**
 * Changes or deletes many channels, all or none. Returns how many. Throws AppError channel_not_found
 * where one of them is gone.
 */
export function changeChannels(
  domain: Pick<Domain, 'clock' | 'changes'>,
  ids: readonly number[],
  action: ChannelBatchAction,
): Promise<number> {
  const distinct = [...new Set(ids)];
  const changes = action.type === 'delete' ? undefined : changesOf(domain, action);
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    if (!changes) {
      if ((await deleteChannels(trx, distinct)) < distinct.length)
        throw new AppError('channel_not_found');
      return distinct.length;
    }
    for (const id of distinct)
      if (!(await updateChannel(trx, id, changes))) throw new AppError('channel_not_found');
    return distinct.length;
  });
}

function changesOf(
  domain: Pick<Domain, 'clock'>,
  action: Exclude<ChannelBatchAction, { type: 'delete' }>,
): ChannelChanges {
  if (action.type === 'set') {
    const { type: _type, ...given } = action;
    const changes = Object.entries(given).filter(([, value]) => value !== undefined);
    if (changes.length === 0) throw new AppError('channel_change_empty');
    return Object.fromEntries(changes);
  }
  return {
    status: action.type === 'enable' ? CHANNEL_ENABLED : CHANNEL_DISABLED,
    status_reason: '',
    status_time: nowSeconds(domain.clock),
  };
}
