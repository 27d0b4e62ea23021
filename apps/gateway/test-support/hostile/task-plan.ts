import type { Chance } from '../money/chance.ts';
import type { Leaving } from './hostile-request.ts';

/** What callers submit, and what each costs. Quota. */
export const TASK_PRICES = {
  imagine: 50_000,
  video: 400_000,
  describe: 25_000,
  variation: 50_000,
  music: 50_000,
  lyrics: 5000,
} as const;
export type TaskAction = keyof typeof TASK_PRICES;

/** How a service responds to a submit. */
export type SubmitBehaviour =
  | 'takes'
  | 'refuses'
  /** Takes it and says that it failed. */
  | 'breaks'
  /** Takes it and answers what nobody can read. */
  | 'garbles'
  /** Takes it and closes the connection. */
  | 'cuts'
  /** Says that it took it, under the id of another task. */
  | 'same-id'
  /** Says that it took it, under no id. */
  | 'no-id'
  /** Says that it took it and made nothing. */
  | 'empty';

/** What a service reports of a task that it took. */
export type TaskFate =
  | 'succeeds'
  | 'fails'
  /** Is at work for ever. */
  | 'never'
  /** Is not in the list. */
  | 'lost'
  | 'fails-then-succeeds'
  | 'succeeds-then-fails'
  /** Is in the list twice, failed and done. */
  | 'both'
  /** Has fields of other types for a while, then succeeds. */
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
  /** Lists in which it is unfinished before. */
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

/** Draws a task. */
export function planTask(chance: Chance, address: string): TaskPlan {
  const action = chance.one(ACTIONS);
  return {
    address,
    action,
    byPage: action === 'imagine' && chance.rarely(3),
    words: chance.one(WORDS),
    batchSize: action === 'video' ? chance.one([undefined, 1, 4, 8, '4']) : undefined,
    submit: chance.weighted(SUBMITS),
    fate: chance.weighted(FATES),
    patience: chance.between(0, 3),
    leaving: chance.weighted({ never: 4, 'before-head': 1 }),
  };
}
