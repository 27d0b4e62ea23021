import type { SeededRandom } from '../money/seeded-random.ts';
import type { Leaving } from './hostile-request.ts';

/** What callers submit, and the price of each, in quota. */
export const TASK_PRICES = {
  imagine: 50_000,
  video: 400_000,
  describe: 25_000,
  variation: 50_000,
  music: 50_000,
  lyrics: 5000,
} as const;
export type TaskAction = keyof typeof TASK_PRICES;

/** How a service responds to a submission. */
export type SubmitBehaviour =
  | 'takes'
  | 'refuses'
  /** Accepts it and reports a failure. */
  | 'breaks'
  /** Accepts it with an unreadable response. */
  | 'garbles'
  /** Accepts it and closes the connection. */
  | 'cuts'
  /** Claims to have accepted it, under the id of another task. */
  | 'same-id'
  /** Claims to have accepted it, without an id. */
  | 'no-id'
  /** Claims to have accepted it and created nothing. */
  | 'empty';

/** What a service reports about a task that it accepted. */
export type TaskFate =
  | 'succeeds'
  | 'fails'
  /** Never finishes. */
  | 'never'
  /** Is not in the list. */
  | 'lost'
  | 'fails-then-succeeds'
  | 'succeeds-then-fails'
  /** Is in the list twice, failed and succeeded. */
  | 'both'
  /** Has fields of wrong types for a while, then succeeds. */
  | 'garbled'
  /** Makes the whole list unreadable for a while, then fails. */
  | 'breaks-list';

/** Everything about one task, decided before it is submitted. */
export interface TaskPlan {
  address: string;
  action: TaskAction;
  byPage: boolean;
  /** Follows the address in the prompt. */
  words: string;
  batchSize: unknown;
  submit: SubmitBehaviour;
  fate: TaskFate;
  /** Lists in which it is unfinished first. */
  patience: number;
  leaving: Leaving;
}

const SUBMITS: Readonly<Record<SubmitBehaviour, number>> = {
  takes: 14,
  refuses: 2,
  breaks: 1,
  garbles: 1,
  cuts: 1,
  'same-id': 1,
  'no-id': 1,
  empty: 1,
};
const FATES: Readonly<Record<TaskFate, number>> = {
  succeeds: 6,
  fails: 6,
  never: 1,
  lost: 1,
  'fails-then-succeeds': 1,
  'succeeds-then-fails': 1,
  both: 1,
  garbled: 1,
  'breaks-list': 1,
};
const WORDS = [
  'a cat',
  'a cat --repeat 9',
  'a cat \u2014repeat 40 --v 6',
  'a ----r 2-repeat 9',
  'a {red, green, blue} cat',
];
const ACTIONS = Object.keys(TASK_PRICES) as TaskAction[];

/** Draws a random task. */
export function planTask(random: SeededRandom, address: string): TaskPlan {
  const action = random.one(ACTIONS);
  return {
    address,
    action,
    byPage: action === 'imagine' && random.oneIn(3),
    words: random.one(WORDS),
    batchSize: action === 'video' ? random.one([undefined, 1, 4, 8, '4']) : undefined,
    submit: random.weighted(SUBMITS),
    fate: random.weighted(FATES),
    patience: random.between(0, 3),
    leaving: random.weighted({ never: 4, 'before-head': 1 }),
  };
}
