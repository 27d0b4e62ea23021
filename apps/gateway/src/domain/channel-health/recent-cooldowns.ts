import type { ChannelEvent } from '@tollgate/contract';

/** A cooldown that began, or its end. */
export type CooldownEvent = Extract<ChannelEvent, { kind: 'cooled' | 'back' }>;

const KEPT = 20;

/** The last cooldowns of each channel that this node knows of since it started. */
export class RecentCooldowns {
  readonly #events = new Map<number, CooldownEvent[]>();

  /**
   * Notes a cooldown, or that a channel is back. Ignores a channel that is back without having cooled down.
   */
  note(channelId: number, event: CooldownEvent): void {
    const events = this.#events.get(channelId) ?? [];
    if (event.kind === 'back' && events.at(-1)?.kind !== 'cooled') return;
    events.push(event);
    this.#events.set(channelId, events.slice(-KEPT));
  }

  /** Oldest first. */
  of(channelId: number): readonly CooldownEvent[] {
    return this.#events.get(channelId) ?? [];
  }

  /** Drops the events of channels that no longer exist. */
  retain(isKnown: (channelId: number) => boolean): void {
    for (const id of this.#events.keys()) if (!isKnown(id)) this.#events.delete(id);
  }
}
