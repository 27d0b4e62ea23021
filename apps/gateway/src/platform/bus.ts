/**
 * What changed. Receivers drop or rebuild their copy of it. Without an id, any object of that kind may have
 * changed.
 */
export type Change =
  | { topic: 'options' }
  | { topic: 'channels' }
  | { topic: 'traffic' }
  | { topic: 'user'; id?: number }
  | { topic: 'token'; keyHash?: string }
  /** Not stored: a node that learns it missed some clears everything. */
  | { topic: 'release'; id?: number; key?: string; model?: string }
  /** Not stored either: a cached text that must no longer be found. */
  | { topic: 'forgotten'; key?: string };

export type Topic = Change['topic'];

/** What a cooldown applies to: the whole channel, one model on it, or one of its keys by fingerprint. */
export type CooldownScope = 'channel' | 'model' | 'key';

/**
 * What a node learned about a channel, shared so that others need not find out themselves. Neither stored nor
 * numbered: it may get lost.
 */
export type ChannelHealthEvent =
  | {
      about: 'cooldown';
      channel: number;
      scope: CooldownScope;
      /** The model or the fingerprint; empty for the channel. */
      name: string;
      /** Relative to now: clocks of machines differ. */
      durationMs: number;
      /** Consecutive cooldowns. */
      rests: number;
      /** The provider permanently rejected the key. */
      dead: boolean;
      /** A short description of the fault, and the model of its call. */
      what: string;
      model: string;
    }
  | { about: 'recovered'; channel: number; scope: CooldownScope; name: string }
  /** A test has passed. */
  | { about: 'reset'; channel: number };

/** A change and the version assigned by its transaction: 1 more than the previous change of that topic. */
export interface NumberedChange {
  change: Change;
  version: number;
}

export interface Bus {
  /**
   * Publishes to every node, this one included. Resolves once this node has applied the change. A failing
   * receiver is reported, not thrown: the change is committed, and version polling recovers it.
   */
  publish(message: NumberedChange): Promise<void>;
  /**
   * Delivers to this node only. A gap in the versions means lost messages: receivers are then notified that
   * anything of the topic may have changed. Rejects when a receiver fails.
   */
  deliver(message: NumberedChange): Promise<void>;
  /**
   * Does the same where the database has gone back to an earlier version of a topic (a standby that lacked the
   * latest changes took over): anything of it may differ, and later changes are numbered from there.
   */
  rewind(topic: Topic, version: number): Promise<void>;
  /** The topics of which this node has applied or marked a version. */
  topics(): Topic[];
  /** The highest version of a topic that this node has applied. */
  seen(topic: Topic): number;
  /** Marks a version as seen at startup, when everything is loaded from the database anyway. */
  markSeen(topic: Topic, version: number): void;
  /**
   * Registers a receiver; returns a function that unsubscribes it. Receivers run one after another, in order.
   */
  subscribe(receive: (change: Change) => void | Promise<void>): () => void;
  /** Sends an event to the other nodes, best effort, without waiting. */
  broadcast(event: ChannelHealthEvent): void;
  /** Delivers an event of another node to the local listeners. */
  deliverBroadcast(event: ChannelHealthEvent): void;
  /** Registers a listener for events of other nodes; returns the function that removes it. */
  onBroadcast(listener: (event: ChannelHealthEvent) => void): () => void;
  close(): Promise<void>;
}

/** The bus of a single process. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const receivers = new Set<(change: Change) => void | Promise<void>>();
  const eventListeners = new Set<(event: ChannelHealthEvent) => void>();
  const versions = new Map<Topic, number>();
  let queue: Promise<void> = Promise.resolve();
  const seen = (topic: Topic) => versions.get(topic) ?? 0;
  const markSeen = (topic: Topic, version: number) => {
    versions.set(topic, Math.max(version, seen(topic)));
  };

  async function apply({ change, version }: NumberedChange): Promise<void> {
    const { topic } = change;
    const effective: Change = version > seen(topic) + 1 ? { topic } : change;
    for (const receive of receivers) await receive(effective);
    markSeen(topic, version);
  }

  /** Serialized: a slow rebuild must not overwrite a later one. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const applied = queue.then(work);
    queue = applied.catch(() => {});
    return applied;
  }
  const deliver = (message: NumberedChange) => inTurn(() => apply(message));

  return {
    publish: (message) => deliver(message).catch(onError),
    deliver,
    rewind: (topic, version) =>
      inTurn(async () => {
        for (const receive of receivers) await receive({ topic });
        versions.set(topic, version);
      }),
    topics: () => [...versions.keys()],
    seen,
    markSeen,
    subscribe(receive) {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
    // There are no other nodes.
    broadcast() {},
    deliverBroadcast(event) {
      for (const listener of eventListeners) listener(event);
    },
    onBroadcast(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    async close() {
      receivers.clear();
      eventListeners.clear();
      await queue;
    },
  };
}
