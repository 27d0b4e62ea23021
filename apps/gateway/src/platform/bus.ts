/** What changed. Receivers drop or rebuild what they hold of it. */
export type Change =
  | { topic: 'options' }
  | { topic: 'channels' }
  | { topic: 'user'; id: number }
  | { topic: 'token'; keyHash: string };

export interface Bus {
  /** Tells every node, this one included. Returns once this node has heard it. */
  publish(change: Change): Promise<void>;
  /** Registers a receiver; returns the way to end it. Receivers run one after another. */
  subscribe(receive: (change: Change) => void | Promise<void>): () => void;
  close(): Promise<void>;
}

/** The bus of a single process. */
export function createLocalBus(): Bus {
  const receivers = new Set<(change: Change) => void | Promise<void>>();
  return {
    async publish(change) {
      for (const receive of receivers) await receive(change);
    },
    subscribe(receive) {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
    async close() {
      receivers.clear();
    },
  };
}
