import type { SeededRandom } from '../money/seeded-random.ts';

/** How an upstream of realtime sessions behaves. All except `exceeds` keep to the limits they are sent. */
export type SessionBehaviour =
  | 'honest'
  | 'absurd-usage'
  | 'zero-usage'
  | 'no-usage'
  /** Breaks off in the middle of a response. */
  | 'cuts'
  /** Reports twice that a response has started, and ended. */
  | 'twice'
  /** Ends responses that never started. */
  | 'made-up'
  /** Writes and reports more than it was allowed. */
  | 'exceeds';

/** One turn of a caller. */
export interface SessionTurn {
  /** Seconds of audio; 0 for text. */
  seconds: number;
  words: number;
  /** Responses requested at once. */
  responses: number;
  limit: unknown;
}

/** Everything about one session, decided before it starts. */
export interface SessionPlan {
  address: string;
  /** The limit of each response in the session's settings. */
  sessionLimit: unknown;
  /** What transcribes the caller's audio. */
  transcriber: 'none' | 'whisper-1' | 'gpt-4o-mini-transcribe';
  /** The upstream responds to audio by itself. */
  respondsItself: boolean;
  /** The session gets a tool that is billed separately from responses. */
  tool: boolean;
  turns: readonly SessionTurn[];
  share: number;
  behaviour: SessionBehaviour;
  /** When the caller disconnects, in its last turn. */
  leaving: 'never' | 'asking' | 'mid-answer';
}

const BEHAVIOURS: Readonly<Record<SessionBehaviour, number>> = {
  honest: 14,
  'absurd-usage': 2,
  'zero-usage': 1,
  'no-usage': 1,
  cuts: 2,
  twice: 1,
  'made-up': 1,
  exceeds: 1,
};

/** Draws a random session. */
export function planSession(random: SeededRandom, address: string): SessionPlan {
  return {
    address,
    sessionLimit: random.one([undefined, undefined, 1, 50, 1000, 'inf']),
    transcriber: random.one(['none', 'whisper-1', 'gpt-4o-mini-transcribe']),
    respondsItself: random.oneIn(4),
    tool: random.oneIn(12),
    turns: Array.from({ length: random.between(1, 3) }, () => ({
      seconds: random.one([0, 0, 0.2, 0.5]),
      words: random.one([3, 300, 3000]),
      responses: random.one([1, 1, 1, 2, 5]),
      limit: random.one([undefined, undefined, 1, 200, 4096, 'inf']),
    })),
    share: random.oneIn(2) ? 1 : random.next(),
    behaviour: random.weighted(BEHAVIOURS),
    leaving: random.weighted({ never: 4, asking: 1, 'mid-answer': 1 }),
  };
}
