export type UpstreamFaultKind =
  | 'auth'
  | 'quota'
  | 'rate-limit'
  | 'overload'
  | 'timeout'
  | 'network'
  | 'invalid-request'
  | 'not-found'
  | 'content-filter'
  | 'server'
  | 'bad-response';

/** Trouble with an upstream, as data. Nothing in it names the upstream's address or key. */
export interface UpstreamFault {
  readonly kind: UpstreamFaultKind;
  /** The upstream's own status, or the fitting one where it answered 200 with an error, or none. */
  readonly http: number;
  /** How long the upstream asked callers to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Another channel may do better, as long as nothing was sent to the client. */
  readonly retryable: boolean;
  /** The channel's account or key is at fault and will stay so until someone acts. */
  readonly bannable: boolean;
  /** Text for the client. For faults of our own account it does not quote the upstream. */
  readonly message: string;
  /** What the upstream said, masked, for logs and administrators. */
  readonly excerpt: string;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Reasoning in the history was refused: without it the same upstream takes the call. */
  readonly refusesHistory?: true;
}
