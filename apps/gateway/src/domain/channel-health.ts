import { CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import type { UpstreamFault } from '@tollgate/dialects';
import { type Clock, nowSeconds } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { setChannelStatus } from '../store/channels-repository.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import type { OptionStore } from './options.ts';

/** Switches channels off and on again by what happens on them. */
export interface ChannelHealth {
  /** A call failed on a channel. Never waits and never throws. */
  noteFault(channel: RuntimeChannel, fault: UpstreamFault): void;
  /** Switches a channel off, when the options and the channel allow that. */
  disable(channel: RuntimeChannel, reason: string): Promise<boolean>;
  /** Switches an automatically disabled channel on again, when the options allow that. */
  enable(channelId: number): Promise<boolean>;
}

export interface ChannelHealthOptions {
  options: OptionStore;
  changes: ChangeFeed;
  clock: Clock;
  log: Logger;
}

export function createChannelHealth({
  options,
  changes,
  clock,
  log,
}: ChannelHealthOptions): ChannelHealth {
  const change = (id: number, from: number, to: number, reason: string): Promise<boolean> =>
    changes.commit({ topic: 'channels' }, (trx) =>
      setChannelStatus(trx, { id, from, to, reason, at: nowSeconds(clock) }),
    );

  async function disable(channel: RuntimeChannel, reason: string): Promise<boolean> {
    if (!channel.autoBan || !options.boolean('AutomaticDisableChannelEnabled')) return false;
    const disabled = await change(channel.id, CHANNEL_ENABLED, CHANNEL_AUTO_DISABLED, reason);
    if (disabled)
      log.warn({ channelId: channel.id, reason }, 'a channel was disabled automatically');
    return disabled;
  }

  return {
    noteFault(channel, fault) {
      if (!fault.bannable) return;
      disable(
        channel,
        `${fault.http} ${fault.code ?? fault.kind}: ${fault.excerpt}`.slice(0, 200),
      ).catch((error: unknown) => {
        log.error({ channelId: channel.id, err: error }, 'a channel could not be disabled');
      });
    },
    disable,
    async enable(channelId) {
      if (!options.boolean('AutomaticEnableChannelEnabled')) return false;
      return change(channelId, CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED, '');
    },
  };
}
