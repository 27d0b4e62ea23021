/** The log entry of one attempt on a channel. */
export interface Attempt {
  channel: number;
  name: string;
  ms: number;
  status: number;
  fault?: string;
  /** The kind of the fault, unless its code implies it. */
  kind?: string;
  /** Milliseconds to the first chunk of a stream, and to the end of the attempt. */
  first_ms?: number;
  total_ms?: number;
  /** Fingerprint of the key, if the channel has several. */
  key?: string;
}
