import type { SeededRandom } from '../money/seeded-random.ts';
import type { Leaving } from './hostile-request.ts';

/** The routes that callers use. */
export const CALLER_FORMATS = ['chat', 'completions', 'responses', 'messages', 'gemini'] as const;
export type CallerFormat = (typeof CALLER_FORMATS)[number];

/** A channel's upstream format, and the model that selects it. Dify is never sent a limit. */
export const UPSTREAM_MODELS = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-haiku-4-5',
  gemini: 'gemini-2.5-flash',
  dify: 'gpt-4.1-mini',
} as const;
export type UpstreamFormat = keyof typeof UPSTREAM_MODELS;

/** How an upstream behaves. All except `exceeds` keep to the limit that they were sent. */
export type Behaviour =
  | 'honest'
  /** Reports a billion tokens. */
  | 'absurd-usage'
  /** Reports its output correctly and far more input than there was. */
  | 'claims-input'
  | 'zero-usage'
  | 'no-usage'
  /** Breaks off in the middle. */
  | 'cuts'
  /** Sends an unreadable chunk in the middle. */
  | 'malformed'
  | 'fails'
  /** Writes and reports more than it was allowed. */
  | 'exceeds';

/** How a caller specifies the limit of the completion. */
export type LimitSpelling = 'plain' | 'none' | 'zero' | 'twice' | 'other-case';

/** Everything about one call, decided before it starts. */
export interface CallPlan {
  /** A client address that no other call has: it identifies the call in the log. */
  address: string;
  caller: CallerFormat;
  /** Sent by the playground. */
  byPage: boolean;
  upstream: UpstreamFormat;
  stream: boolean;
  spelling: LimitSpelling;
  /** Maximum tokens of one completion. */
  limit: number;
  choices: number;
  bestOf: number;
  prompts: number;
  /** Words of each prompt. */
  words: number;
  /** The share of the allowed output that the upstream writes. */
  share: number;
  behaviour: Behaviour;
  /** The input that an upstream which lies about it claims. */
  claimedPrompt: number;
  /** Words of the prompt that refer to content elsewhere. */
  reference: string;
  leaving: Leaving;
}

const BEHAVIOURS: Readonly<Record<Behaviour, number>> = {
  honest: 12,
  'absurd-usage': 2,
  'claims-input': 2,
  'zero-usage': 1,
  'no-usage': 2,
  cuts: 2,
  malformed: 1,
  fails: 1,
  exceeds: 1,
};
const LEAVINGS: Readonly<Record<Leaving, number>> = {
  never: 6,
  'before-head': 2,
  'mid-answer': 2,
  'after-finish': 2,
};
const SPELLINGS: Readonly<Record<LimitSpelling, number>> = {
  plain: 12,
  none: 3,
  zero: 1,
  twice: 1,
  'other-case': 1,
};

/** Draws a random call. */
export function planCall(random: SeededRandom, address: string): CallPlan {
  const caller = random.one(CALLER_FORMATS);
  const isCompletion = caller === 'completions';
  const hasChoices = caller === 'chat' || isCompletion || caller === 'gemini';
  const choices = hasChoices && random.oneIn(4) ? random.between(2, 4) : 1;
  return {
    address,
    caller,
    byPage: caller === 'chat' && random.oneIn(4),
    upstream: isCompletion ? 'openai' : random.one(['openai', 'anthropic', 'gemini', 'dify']),
    stream: random.oneIn(2),
    spelling: random.weighted(SPELLINGS),
    limit: random.one([1, 20, 200, 1000]),
    choices,
    bestOf: isCompletion && random.oneIn(4) ? choices + random.between(0, 3) : 1,
    prompts: isCompletion && random.oneIn(2) ? random.between(2, 20) : 1,
    words: random.one([3, 30, 300]),
    share: random.oneIn(2) ? 1 : random.next(),
    behaviour: random.weighted(BEHAVIOURS),
    claimedPrompt: random.one([500, 5000, 100_000, 2_000_000]),
    reference: random.one(['', 'see https://x.example/a.pdf ', 'our conversation on a document: ']),
    leaving: random.weighted(LEAVINGS),
  };
}
