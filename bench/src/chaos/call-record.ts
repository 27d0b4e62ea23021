/** What a client got of a call. */
export type CallEnding =
  /** Every byte. */
  | 'complete'
  /** A stream that ended early, with or without an error event. */
  | 'cut'
  /** The client left on purpose. */
  | 'left'
  /** An error with a status. */
  | 'refused'
  /** No response at all: the connection was refused, reset or timed out before the head. */
  | 'unreachable';

/** One call as its client saw it. */
export interface CallRecord {
  /** `x-request-id` of the response; undefined where none came. */
  requestId: string | undefined;
  /** Whether the caller's balance covers every call of the run. */
  funded: boolean;
  ending: CallEnding;
  /** Of the response; 0 where none came. */
  status: number;
  /** The error code of a refusal; empty otherwise. */
  code: string;
  /** Pieces of the response that arrived, a token each. */
  delivered: number;
  /** Whether a stream that ended early said so with an error event. */
  told: boolean;
  /** The charge of the whole response by the formula of the price page. */
  price: number;
  /** The most that any part of the response may cost: the limit that the caller set. */
  priceMax: number;
}
