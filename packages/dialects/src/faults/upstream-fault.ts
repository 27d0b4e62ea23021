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

/** A failure of an upstream, as data. It never contains the upstream's address or key. */
export interface UpstreamFault {
  readonly kind: UpstreamFaultKind;
  /** The upstream's own status, or a fitting one if it reported an error with 200 or did not respond. */
  readonly http: number;
  /** How long the upstream asked callers to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Another channel may succeed, as long as nothing was sent to the client. */
  readonly retryable: boolean;
  /** The channel's account or key is at fault and will stay so until someone acts. */
  readonly bannable: boolean;
  /**
   * The call asks for more than the account has left or may send at once, or for what the key may not use;
   * others may not.
   */
  readonly onlyThisCall?: true;
  /** A firewall in front of the upstream refused the call, maybe for what the client wrote. */
  readonly byFirewall?: true;
  /** Message for the client. For faults of our own account it does not quote the upstream. */
  readonly message: string;
  /** The upstream's message, masked, for logs and administrators. */
  readonly excerpt: string;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Reasoning in the history was refused: without it the same upstream accepts the call. */
  readonly refusesHistory?: true;
}
