import type { RequestFault } from '@tollgate/dialects';

/** The channel that last served a conversation. */
export interface AffinityTarget {
  readonly channelId: number;
  readonly keyFingerprint: string;
  /** How long the conversation is that it stores, if that is certain. */
  readonly stored?: StoredLength | undefined;
}

/** The most tokens that a model reads of a stored conversation, as it counted them itself. */
export interface StoredLength {
  readonly upstreamModel: string;
  readonly tokens: number;
}

/** The account that keeps what a call references, or the error of a call that references another user's. */
export interface StateOwner extends AffinityTarget {
  readonly foreign?: RequestFault;
}

interface Entry extends AffinityTarget {
  readonly untilMs: number;
}

const ENTRIES_MAX = 20_000;

/**
 * Remembers which channel (and which of its keys) served a conversation, for as long as the provider keeps
 * its prompt cached. In this node's memory only; evicts the least recently used conversations first.
 */
export class ChannelAffinity {
  readonly #entries = new Map<string, Entry>();
  readonly #entriesMax: number;

  constructor(entriesMax = ENTRIES_MAX) {
    this.#entriesMax = entriesMax;
  }

  find(conversation: string, nowMs: number): AffinityTarget | undefined {
    const entry = this.#entries.get(conversation);
    if (!entry || entry.untilMs > nowMs) return entry;
    this.#entries.delete(conversation);
    return undefined;
  }

  remember(conversation: string, target: AffinityTarget, untilMs: number): void {
    this.#entries.delete(conversation);
    if (this.#entries.size >= this.#entriesMax) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    const { channelId, keyFingerprint, stored } = target;
    this.#entries.set(conversation, { channelId, keyFingerprint, stored, untilMs });
  }
}
