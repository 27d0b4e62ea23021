import type { SeededRandom } from '../money/seeded-random.ts';

/** How a provider behaves when it runs a batch. */
export type BatchBehaviour =
  | 'honest'
  | 'absurd-usage'
  | 'zero-usage'
  | 'no-usage'
  /** Its output has each line twice, and lines that nobody requested. */
  | 'more-lines'
  /** Its output is unavailable for a while. */
  | 'unreadable'
  /** Its output has lines that are not JSON. */
  | 'garbled'
  /** It claims that more lines are done than the output has. */
  | 'claims-more'
  /** It accepts the batch but reports a failure. */
  | 'breaks'
  /** Its response to the submission is unreadable. */
  | 'garbles'
  /** It no longer knows the batch. */
  | 'lost'
  /** It never ends the batch. */
  | 'never';

export type BatchEndStatus = 'completed' | 'expired' | 'cancelled' | 'failed';

/** Everything about one batch, decided before it is created. */
export interface BatchPlan {
  address: string;
  model: 'gpt-4o' | 'text-embedding-3-small';
  /** The limit of each line; undefined for none. */
  limits: readonly (number | undefined)[];
  /** Words in the prompt of each line. */
  words: number;
  /** What is wrong with the input. */
  flaw: 'none' | 'same-id' | 'stream' | 'no-json' | 'tier';
  /** The share of a line's possible output that is written. */
  share: number;
  behaviour: BatchBehaviour;
  end: BatchEndStatus;
  /** Lines that are run before it ends. */
  run: number;
  /** Polls before it ends. */
  patience: number;
  /** The caller cancels it at once. */
  cancels: boolean;
}

const BEHAVIOURS: Readonly<Record<BatchBehaviour, number>> = {
  honest: 10,
  'absurd-usage': 2,
  'zero-usage': 1,
  'no-usage': 2,
  'more-lines': 2,
  unreadable: 1,
  garbled: 1,
  'claims-more': 1,
  breaks: 1,
  garbles: 1,
  lost: 1,
  never: 1,
};

/** Draws a random batch. */
export function planBatch(random: SeededRandom, address: string): BatchPlan {
  const count = random.between(1, 5);
  return {
    address,
    model: random.oneIn(5) ? 'text-embedding-3-small' : 'gpt-4o',
    limits: Array.from({ length: count }, () => random.one([1, 20, 200, undefined])),
    words: random.one([3, 30, 300]),
    flaw: random.weighted({ none: 16, 'same-id': 1, stream: 1, 'no-json': 1, tier: 1 }),
    share: random.oneIn(2) ? 1 : random.next(),
    behaviour: random.weighted(BEHAVIOURS),
    end: random.weighted({ completed: 6, expired: 2, cancelled: 2, failed: 1 }),
    run: random.oneIn(2) ? count : random.between(0, count),
    patience: random.between(0, 2),
    cancels: random.oneIn(6),
  };
}
