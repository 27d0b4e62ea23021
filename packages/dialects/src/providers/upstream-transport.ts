import type { Dialect, UpstreamFormat, WireFormat } from '../ir/dialect.ts';
import type { CallKind } from '../ir/call-kind.ts';
import type { Credential } from '../signing/credential.ts';
import type { FetchedMedia } from '../ir/fetched-media.ts';

/** A channel as far as its key, its address and its `other` field decide how its calls go. */
export interface ChannelAccount {
  readonly key: string;
  /** The channel's own address; empty where it has none. */
  readonly baseUrl: string;
  readonly other: string;
}

/** What decides where a call goes at a provider whose keys or models differ in that. */
export interface TransportCall extends ChannelAccount {
  readonly kind: CallKind;
  /** The upstream's name of the model. */
  readonly model: string;
  /** The dialect of the client. */
  readonly client: Dialect;
  /** The form that the channel's settings name. */
  readonly named?: UpstreamFormat | undefined;
}

/** What a body is wrapped for, besides the call itself. */
export interface WrapContext {
  readonly stream: boolean;
  /** The client's anthropic-beta header; empty without one. */
  readonly betas: string;
}

/** Turns the bytes of a stream into those that the reader of the format knows. */
export interface StreamDecoder {
  push(chunk: Uint8Array): Uint8Array;
}

/** Images and documents by address, where the host fetches none: found and replaced in the finished body. */
export interface RemoteSources {
  readonly list: (body: Uint8Array) => readonly string[];
  readonly inline: (body: Uint8Array, fetched: ReadonlyMap<string, FetchedMedia>) => Uint8Array;
}

/** A stream that is not framed the way its format is elsewhere. */
export interface StreamFraming {
  /** Its content type; also what is sent as accept. */
  readonly contentType: string;
  readonly open: () => StreamDecoder;
}

/**
 * A call goes over a WebSocket: its body is the one message that is sent, and those that come are
 * the events of a stream.
 */
export interface SocketTransport {
  /** Whether nothing follows a message. */
  readonly isLast: (message: Uint8Array) => boolean;
}

/** A call only begins a job, whose result is requested until it is there. */
export interface JobTransport {
  /** Where the job of the first response is requested; undefined for a response without one. */
  readonly pollUrl: (response: Uint8Array) => string | undefined;
  readonly isRunning: (response: Uint8Array) => boolean;
  /** The response of a job that runs no more as its format knows it. */
  readonly finish: (response: Uint8Array) => Uint8Array;
}

/** How calls of one kind and model go with one key. */
export interface UpstreamTransport {
  readonly format: WireFormat;
  readonly url: string;
  /** For streamed responses, where their address is another. */
  readonly streamUrl?: string;
  /** Counts the tokens of a request without making it. */
  readonly countUrl?: string;
  readonly compactUrl?: string;
  /** The finished body in the form of that; `wrapBody` does it where this is absent. */
  readonly wrapCount?: (body: Uint8Array) => Uint8Array;
  /** Headers that are the same for all calls. */
  readonly headers: Readonly<Record<string, string>>;
  /** See ChatEndpoint. */
  readonly clientHeaders?: Readonly<Record<string, string | null>>;
  /** Where a fixed header with the key is not enough. */
  readonly credential?: Credential;
  /** Puts the finished body into the form of the host. */
  readonly wrapBody?: (body: Uint8Array, context: WrapContext) => Uint8Array;
  readonly framing?: StreamFraming;
  readonly socket?: SocketTransport;
  readonly job?: JobTransport;
  readonly remoteSources?: RemoteSources;
}

/** Where a provider lists the models of a key, where that takes more than a header. */
export interface ModelListRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential?: Credential;
}
