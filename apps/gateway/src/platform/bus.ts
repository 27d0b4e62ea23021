/** What changed. Receivers drop or rebuild what they hold of it. Without an id: any of that kind may have. */
export type Change =
  | { topic: 'options' }
  | { topic: 'channels' }
  | { topic: 'user'; id?: number }
  | { topic: 'token'; keyHash?: string }
  /** Not stored: whoever misses it goes by what it has seen itself. */
  | { topic: 'release'; id?: number; key?: string; model?: string }
  /** Not stored either: a kept text that nobody may find any more. */
  | { topic: 'forgotten'; key?: string };

export type Topic = Change['topic'];

/** A change and the number that its transaction gave it: 1 more than the change of that topic before. */
export interface NumberedChange {
  change: Change;
  version: number;
}

export interface Bus {
  /**
   * Tells every node, this one included. Resolves once this node has taken it in; a receiver that
   * fails is reported, not thrown: the change is made, and the next look at the versions heals it.
   */
  publish(message: NumberedChange): Promise<void>;
  /**
   * Tells this node only. A number that leaves a gap means that messages were lost: then receivers
   * hear that anything of the topic may have changed. Rejects when a receiver fails.
   */
  deliver(message: NumberedChange): Promise<void>;
  /** The highest number of a topic that this node has taken in. */
  seen(topic: Topic): number;
  /** Takes a number as seen, at the start, when everything is read afresh anyway. */
  markSeen(topic: Topic, version: number): void;
  /** Registers a receiver; returns the way to end it. Receivers run one after another, in order. */
  subscribe(receive: (change: Change) => void | Promise<void>): () => void;
  close(): Promise<void>;
}

/** The bus of a single process. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const receivers = new Set<(change: Change) => void | Promise<void>>();
  const versions = new Map<Topic, number>();
  let queue: Promise<void> = Promise.resolve();
  const seen = (topic: Topic) => versions.get(topic) ?? 0;
  const markSeen = (topic: Topic, version: number) => {
    versions.set(topic, Math.max(version, seen(topic)));
  };

  async function take({ change, version }: NumberedChange): Promise<void> {
    const { topic } = change;
    const heard: Change = version > seen(topic) + 1 ? { topic } : change;
    for (const receive of receivers) await receive(heard);
    markSeen(topic, version);
  }

  /** One after another: a slow rebuild must not overwrite the one that came after it. */
  function deliver(message: NumberedChange): Promise<void> {
    const taken = queue.then(() => take(message));
    queue = taken.catch(() => {});
    return taken;
  }

  return {
    publish: (message) => deliver(message).catch(onError),
    deliver,
    seen,
    markSeen,
    subscribe(receive) {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
    async close() {
      receivers.clear();
      await queue;
    },
  };
}
