import type { Dialect, RequestKind } from '@tollgate/dialects';

/** A body of a call as it is kept. */
export interface StoredBody {
  /** Its content type, without parameters; '' where it had none. */
  readonly type: string;
  /** Empty for what is no text: then only its size is kept. */
  readonly text: string;
  /** How many bytes it really had. */
  readonly bytes: number;
  /** It was longer than `PayloadKilobytesMax`: the rest is not there. */
  readonly cut: boolean;
  /** Characters of long runs of Base64 (pictures, sound, vectors) that were left out. */
  readonly left_out: number;
  /** How many credentials were hidden in it. */
  readonly hidden: number;
}

/** A failed attempt of a call, and what its upstream said. */
export interface AttemptFault {
  readonly channel: number;
  readonly name: string;
  /** 0 without a response. */
  readonly status: number;
  readonly said: string;
}

/** What a path asked for, enough to ask another channel for it. */
export interface AskedCall {
  readonly dialect: Dialect;
  /** Undefined for images and sound, which can't be asked for again. */
  readonly kind?: RequestKind | undefined;
  /** Where the path names the model. */
  readonly model?: string | undefined;
  readonly compacts?: true | undefined;
}

/** What a caller sent and got in one call. */
export interface Payload {
  /** The caller's id of the call, as in the log. */
  readonly request_id: string;
  /** Without the query. */
  readonly path: string;
  readonly asked: AskedCall;
  readonly model: string;
  readonly key_id: number;
  readonly key_name: string;
  /** The few that say nothing of who the caller is. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where none was read. */
  readonly request: StoredBody | null;
  /** Null where nothing was sent back. */
  readonly response:
    | (StoredBody & {
        readonly status: number;
        /** False where the caller left, or the connection broke, before its end. */
        readonly ended: boolean;
      })
    | null;
  readonly faults: readonly AttemptFault[];
}
