import type { Dialect, RequestKind } from '@tollgate/dialects';

/** A call's body as stored. */
export interface StoredBody {
  /** Content type without parameters; '' if there was none. */
  readonly type: string;
  /** Empty for anything but text, of which only the size is stored. */
  readonly text: string;
  /** The actual size in bytes. */
  readonly bytes: number;
  /** Whether it exceeded `PayloadKilobytesMax` and the rest is missing. */
  readonly cut: boolean;
  /** Number of omitted characters in long runs of Base64 (images, audio, vectors). */
  readonly left_out: number;
  /** Number of credentials masked in it. */
  readonly hidden: number;
}

/** A failed attempt of a call, and its upstream's message. */
export interface AttemptFault {
  readonly channel: number;
  readonly name: string;
  /** 0 if there was no response. */
  readonly status: number;
  readonly said: string;
}

/** What a path requested, sufficient to request it from another channel. */
export interface AskedCall {
  readonly dialect: Dialect;
  /** Undefined for images and audio, which can't be replayed. */
  readonly kind?: RequestKind | undefined;
  /** The model, if the path contains it. */
  readonly model?: string | undefined;
  readonly compacts?: true | undefined;
}

/** A caller's request and the response in one call. */
export interface Payload {
  /** The call's request id for the caller, as in the log. */
  readonly request_id: string;
  /** Without the query. */
  readonly path: string;
  readonly asked: AskedCall;
  readonly model: string;
  readonly key_id: number;
  readonly key_name: string;
  /** The few headers that do not identify the caller. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if none was read. */
  readonly request: StoredBody | null;
  /** Null if nothing was sent back. */
  readonly response:
    | (StoredBody & {
        readonly status: number;
        /** False if the client disconnected, or the connection broke, before its end. */
        readonly ended: boolean;
      })
    | null;
  readonly faults: readonly AttemptFault[];
}
