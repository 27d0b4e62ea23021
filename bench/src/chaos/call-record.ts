/** How a call ended for its client. */
export type CallEnding =
  /** Every byte. */
  | 'complete'
  /** A stream that ended early, with or without an error event. */
  | 'cut'
  /** The client disconnected on purpose. */
  | 'left'
  /** An error with a status. */
  | 'refused'
  /** No response at all: the connection was refused, reset or timed out before the response head. */
  | 'unreachable';

/** One call as its client saw it. */
export interface CallRecord {
  /** `x-request-id` of the response; undefined without a response. */
  requestId: string | undefined;
  /** Whether the caller's balance covers every call of the run. */
  funded: boolean;
  ending: CallEnding;
  /** Status of the response; 0 without one. */
  status: number;
  /** Error code of a refusal; otherwise empty. */
  code: string;
  /** Chunks of the response that arrived, one token each. */
  delivered: number;
  /** Whether a stream that ended early sent an error event. */
  hasErrorEvent: boolean;
  /** Charge of the complete response by the formula of the price page. */
  price: number;
  /** Upper bound of the charge for any part of the response, from the limit set by the caller. */
  priceMax: number;
}
