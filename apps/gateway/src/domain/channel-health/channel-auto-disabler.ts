import { CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED, LOG_SYSTEM, ROLE_ROOT } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { type Clock, nowSeconds } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { setChannelStatus } from '../../store/channels-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { findFirstUserOfRole } from '../../store/users-repository.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { type Language, readReason } from '../error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import { eventRow } from '../log/event-row.ts';
import { notify } from '../notifications/notify.ts';
import type { OptionStore } from '../options/options.ts';
import type { UsageLogRow } from '../wallet/usage-record.ts';

export interface ChannelAutoDisablerOptions {
  options: Pick<OptionStore, 'text' | 'number'>;
  store: Store;
  changes: ChangeFeed;
  clock: Clock;
  log: Logger;
  /** Writes a row to the log. */
  record: (row: UsageLogRow) => Promise<void>;
}

export interface SwitchedChannel {
  readonly id: number;
  readonly name: string;
}

const NOTIFICATION_GAP_MS = 600_000;
const REASON_LENGTH = 200;

/** Moves channels between enabled and auto-disabled, publishes the change and logs it for the super admin. */
export class ChannelAutoDisabler {
  readonly #options: ChannelAutoDisablerOptions;
  readonly #notifiedAt = new Map<string, number>();

  constructor(options: ChannelAutoDisablerOptions) {
    this.#options = options;
  }

  /** Auto-disables a channel. Returns false if it was no longer enabled. */
  async disable(channel: SwitchedChannel, reason: string): Promise<boolean> {
    const short = reason.slice(0, REASON_LENGTH);
    const transition = { from: CHANNEL_ENABLED, to: CHANNEL_AUTO_DISABLED, reason: short };
    if (!(await this.#changeStatus(channel, transition))) return false;
    this.#options.log.warn({ channelId: channel.id, reason: short }, 'channel auto-disabled');
    await this.#notify('channel_disabled', channel, short);
    return true;
  }

  /** Re-enables a channel. Returns false if it was not auto-disabled. */
  async enable(channel: SwitchedChannel): Promise<boolean> {
    const transition = { from: CHANNEL_AUTO_DISABLED, to: CHANNEL_ENABLED, reason: '' };
    if (!(await this.#changeStatus(channel, transition))) return false;
    this.#options.log.info({ channelId: channel.id }, 'channel auto-enabled');
    await this.#notify('channel_enabled', channel, '');
    return true;
  }

  #changeStatus(
    { id, name }: SwitchedChannel,
    transition: { from: number; to: number; reason: string },
  ): Promise<boolean> {
    const { changes, clock, options } = this.#options;
    const at = nowSeconds(clock);
    return changes.commit({ topic: 'channels' }, async (trx) => {
      if (!(await setChannelStatus(trx, { id, ...transition, at }))) return false;
      const event = transition.to === CHANNEL_ENABLED ? 'channel_enabled' : 'channel_disabled';
      const params = { id, name, reason: transition.reason };
      await notify(trx, options, { event, ownerId: 0, object: id, params, at });
      return true;
    });
  }

  /** Writes a log row for the super admin, at most one per channel and event within ten minutes. */
  async #notify(
    event: 'channel_disabled' | 'channel_enabled',
    { id, name }: SwitchedChannel,
    reason: string,
  ): Promise<void> {
    const { store, clock, record, log } = this.#options;
    const nowMs = clock.nowMs();
    const key = `${event} ${id}`;
    const sinceMs = nowMs - (this.#notifiedAt.get(key) ?? -Infinity);
    if (Math.abs(sinceMs) < NOTIFICATION_GAP_MS) return;
    this.#notifiedAt.set(key, nowMs);
    try {
      const root = await findFirstUserOfRole(store.db, ROLE_ROOT);
      if (!root) return;
      const describeIn = (language: Language) =>
        fillIn(texts[language].channels.notices[event], {
          id,
          name,
          reason: readReason(reason, language),
        });
      await record({
        ...eventRow(LOG_SYSTEM, root, nowSeconds(clock)),
        channel_id: id,
        content: describeIn('zh'),
        other: JSON.stringify({ event, channel_id: id, channel_name: name, reason }),
      });
    } catch (error) {
      log.error({ channelId: id, err: error }, 'recording a channel notification failed');
    }
  }
}
