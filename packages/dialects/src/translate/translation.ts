import type { Dialect, WireFormat } from '../ir/dialect.ts';
import type { ConversionWarning } from '../ir/conversion-warnings.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { SentLimits } from '../limits/sent-limits.ts';
import type { ModelRuleSet } from '../model-rules/find-model-rules.ts';
import type { BodyRules } from '../providers/body-rules.ts';
import type { ClientCall } from './client-call.ts';
import type { OpenEditor } from './edit-texts.ts';
import type { FetchedMedia } from '../ir/fetched-media.ts';
import type { IsForeignSignature } from '../history/clean-body.ts';
import type { KeepSignature, RecallSignature } from '../history/signature-keys.ts';
import type { BodyOverrides } from './override-body.ts';
import type { ResponseStream } from './response-stream.ts';
import type { WholeResponseResult } from './whole-response.ts';

export interface TranslationOptions {
  readonly call: ClientCall;
  /** The upstream's format. */
  readonly to: WireFormat;
  /** The model's name at the upstream. */
  readonly upstreamModel: string;
  /** The gateway's id of the user, for upstreams that require one. */
  readonly callerId?: number;
  /** Unique in the gateway; ids of the translated response derive from it. */
  readonly id: string;
  /** Unix time in seconds, shown as the time of a translated response. */
  readonly createdSeconds: number;
  /**
   * Returns the current Unix time in seconds, shown as the end of a response; the start time is used if
   * absent.
   */
  readonly nowSeconds?: (() => number) | undefined;
  /** Request usage in streams from an OpenAI chat upstream. */
  readonly injectUsage: boolean;
  /** For OpenAI chat upstreams that refuse any stream_options. */
  readonly removeStreamOptions?: boolean | undefined;
  /** For upstreams whose reported usage is made up: it is ignored. */
  readonly ignoreUsage?: boolean;
  /** The call may be billed for tools or tiers, which the response reports. */
  readonly metersUse?: boolean;
  /** Media fetched for the URLs of listRemoteMedia, to be sent as bytes. */
  readonly fetchedMedia?: ReadonlyMap<string, FetchedMedia>;
  /** How the provider deviates from OpenAI. */
  readonly rules?: BodyRules | undefined;
  /** Rules that repair what the model refuses; none if the channel sends bodies unchanged. */
  readonly modelRules?: ModelRuleSet | undefined;
  /** Output token limit to set if the client set none and the balance requires one. */
  readonly outputLimit?: number | undefined;
  /** What the channel adds to the body. */
  readonly overrides?: BodyOverrides | undefined;
  /** Members of a chat's body that the model's name stands for, see `readModelSuffix`. */
  readonly namedMembers?: Readonly<Record<string, unknown>> | undefined;
  /** Stores a response's signatures that the client's dialect can't carry. */
  readonly keepSignature?: KeepSignature | undefined;
  /**
   * Most web searches that are paid for if a client of another dialect requests them from this upstream;
   * without it such searches are not translated.
   */
  readonly searchUsesMax?: number | undefined;
  /** Finds signatures that were stored for earlier responses. */
  readonly recallSignature?: RecallSignature | undefined;
  /**
   * Identifies reasoning signatures that the upstream can't read. Their parts are dropped, as is what was
   * sealed for an upstream of another dialect. The history of a call that stays in its dialect is only
   * inspected if this is set.
   */
  readonly isForeignSignature?: IsForeignSignature | undefined;
  /** Edits the texts of a chat's response, which then goes through the IR even within one dialect. */
  readonly openEditor?: OpenEditor | undefined;
  /** The upstream has its own endpoint for compacting conversations. */
  readonly compactsItself?: boolean | undefined;
  /** Largest stream event accepted, in bytes; EVENT_BYTES_MAX by default. */
  readonly maxEventBytes?: number;
}

/** A call prepared for one upstream, with the way back for its response. */
export interface Translation {
  readonly from: Dialect;
  readonly to: WireFormat;
  /** Client and upstream use the same dialect: bytes pass through unchanged. */
  readonly passesThrough: boolean;
  /** The body to send upstream. */
  readonly body: Uint8Array;
  /** The output limit in `body`, whoever set it. */
  readonly sentLimits: SentLimits;
  /** The body's content type, if it is not our JSON: a form with its boundary. */
  readonly contentType?: string;
  /** The response is audio, passed on as received. */
  readonly returnsAudio?: true;
  /** Content type of the client's response, if it is neither the upstream's own nor JSON. */
  readonly responseType?: string;
  /** A web search was requested from the upstream in its own format. */
  readonly searches?: true;
  /** What the upstream's dialect could not carry; see renderWarnings for the header. */
  readonly warnings: readonly ConversionWarning[];
  /** Reads a complete response with a status below 300. Never throws. */
  readonly readResponse: (bytes: Uint8Array) => WholeResponseResult;
  /**
   * Reads a complete response for a client that requested a stream, which the upstream did not provide. The
   * body is the whole stream, to be sent once the call is settled. Never throws.
   */
  readonly readResponseAsStream: (bytes: Uint8Array) => WholeResponseResult;
  /**
   * Reads a whole streamed response for a client that requested none: some upstreams only stream. Never
   * throws.
   */
  readonly readStreamAsResponse: (bytes: Uint8Array) => WholeResponseResult;
  /** Opens a streamed response with a status below 300. */
  readonly openStream: () => ResponseStream;
}

export type OpenTranslationResult =
  | { readonly ok: true; readonly translation: Translation }
  | { readonly ok: false; readonly fault: RequestFault };
