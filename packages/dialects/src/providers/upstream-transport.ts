import type { Dialect, UpstreamFormat, WireFormat } from '../ir/dialect.ts';
import type { CallKind } from '../ir/call-kind.ts';
import type { Credential } from '../signing/credential.ts';
import type { FetchedMedia } from '../ir/fetched-media.ts';

/** The parts of a channel that determine how its calls are made: key, URL and `other`. */
export interface ChannelAccount {
  readonly key: string;
  /** The channel's own URL; empty if it has none. */
  readonly baseUrl: string;
  readonly other: string;
}

/** What determines the destination of a call at a provider where it depends on keys or models. */
export interface TransportCall extends ChannelAccount {
  readonly kind: CallKind;
  /** The model's name at the upstream. */
  readonly model: string;
  /** The client's dialect. */
  readonly client: Dialect;
  /** The format selected in the channel's settings. */
  readonly named?: UpstreamFormat | undefined;
}

/** What a body's wrapping depends on, besides the call itself. */
export interface WrapContext {
  readonly stream: boolean;
  /** The client's anthropic-beta header; empty without one. */
  readonly betas: string;
}

/** Decodes the bytes of a stream into those that the format's reader expects. */
export interface StreamDecoder {
  push(chunk: Uint8Array): Uint8Array;
}

/** Finds and replaces images and documents given by URL in the finished body, for hosts that fetch none. */
export interface RemoteSources {
  readonly list: (body: Uint8Array) => readonly string[];
  readonly inline: (body: Uint8Array, fetched: ReadonlyMap<string, FetchedMedia>) => Uint8Array;
}

/** A stream with another framing than its format usually has. */
export interface StreamFraming {
  /** Its content type, also sent as the accept header. */
  readonly contentType: string;
  readonly open: () => StreamDecoder;
}

/**
 * A call over a WebSocket: its body is the only message sent, and the messages received are the events of a
 * stream.
 */
export interface SocketTransport {
  /** Returns whether a message is the last one. */
  readonly isLast: (message: Uint8Array) => boolean;
}

/** A call that only starts a job, which is polled until it is done. */
export interface JobTransport {
  /** Returns the URL to poll, from the first response; undefined for a response without a job. */
  readonly pollUrl: (response: Uint8Array) => string | undefined;
  readonly isRunning: (response: Uint8Array) => boolean;
  /** Converts the response of a finished job to the format's own. */
  readonly finish: (response: Uint8Array) => Uint8Array;
}

/** How calls of one kind and model are made with one key. */
export interface UpstreamTransport {
  readonly format: WireFormat;
  readonly url: string;
  /** For streamed responses, if their URL differs. */
  readonly streamUrl?: string;
  /** Counts the tokens of a request without running it. */
  readonly countUrl?: string;
  readonly compactUrl?: string;
  /** Wraps the finished body for counting; `wrapBody` is used if absent. */
  readonly wrapCount?: (body: Uint8Array) => Uint8Array;
  /** Headers common to all calls. */
  readonly headers: Readonly<Record<string, string>>;
  /** See ChatEndpoint. */
  readonly clientHeaders?: Readonly<Record<string, string | null>>;
  /** If a fixed header with the key is not enough. */
  readonly credential?: Credential;
  /** Converts the finished body to the host's format. */
  readonly wrapBody?: (body: Uint8Array, context: WrapContext) => Uint8Array;
  readonly framing?: StreamFraming;
  readonly socket?: SocketTransport;
  readonly job?: JobTransport;
  readonly remoteSources?: RemoteSources;
}

/** How to list a key's models, if it takes more than a header. */
export interface ModelListRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential?: Credential;
}
