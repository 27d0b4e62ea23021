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
  /** What the upstream speaks. */
  readonly to: WireFormat;
  /** The name under which the upstream knows the model. */
  readonly upstreamModel: string;
  /** The gateway's id of the user, for upstreams that require one. */
  readonly callerId?: number;
  /** Unique in the gateway; ids of the translated response are made of it. */
  readonly id: string;
  /** Seconds since 1970, shown as the time of a translated response. */
  readonly createdSeconds: number;
  /** The current time, shown as the end of a response; its beginning when absent. */
  readonly nowSeconds?: (() => number) | undefined;
  /** Request usage in streams from an OpenAI chat upstream. */
  readonly injectUsage: boolean;
  /** For OpenAI chat upstreams that refuse stream_options altogether. */
  readonly removeStreamOptions?: boolean | undefined;
  /** For upstreams whose usage is made up: it is not read. */
  readonly ignoreUsage?: boolean;
  /** The call may be billed for tools or tiers, which the response reports. */
  readonly metersUse?: boolean;
  /** What was fetched for the addresses of listRemoteMedia, to be sent as bytes. */
  readonly fetchedMedia?: ReadonlyMap<string, FetchedMedia>;
  /** What the provider takes differently from OpenAI. */
  readonly rules?: BodyRules | undefined;
  /** What the model refuses, to be repaired; none where the channel sends bodies as they are. */
  readonly modelRules?: ModelRuleSet | undefined;
  /** The most tokens of a response, where the client set no limit and the balance needs one. */
  readonly outputLimit?: number | undefined;
  /** What the channel puts into the body. */
  readonly overrides?: BodyOverrides | undefined;
  /** Members of a chat's body that the name of the model stands for, see `readModelSuffix`. */
  readonly namedMembers?: Readonly<Record<string, unknown>> | undefined;
  /** Takes the signatures of a response that the client's dialect can't carry. */
  readonly keepSignature?: KeepSignature | undefined;
  /**
   * The most searches of the web that are paid for, should this upstream be asked for them by a client of
   * another dialect; without it such searches are not translated.
   */
  readonly searchUsesMax?: number | undefined;
  /** Finds the signatures that earlier responses were kept with. */
  readonly recallSignature?: RecallSignature | undefined;
  /**
   * Tells signatures of reasoning that the upstream can't read. What holds them is dropped, as is
   * what was sealed for an upstream of another dialect. The history of a call that stays in its
   * dialect is only looked into where this is set.
   */
  readonly isForeignSignature?: IsForeignSignature | undefined;
  /** Edits the texts of a chat's response; they go through the IR then, also in one dialect. */
  readonly openEditor?: OpenEditor | undefined;
  /** The upstream has a place of its own for calls that make a conversation shorter. */
  readonly compactsItself?: boolean | undefined;
  /** Largest stream event accepted, in bytes; EVENT_BYTES_MAX by default. */
  readonly maxEventBytes?: number;
}

/** A call on its way to one upstream, and its response on the way back. */
export interface Translation {
  readonly from: Dialect;
  readonly to: WireFormat;
  /** Client and upstream speak the same dialect: bytes pass as they are. */
  readonly passesThrough: boolean;
  /** The body to send upstream. */
  readonly body: Uint8Array;
  /** The output limit in `body`, whoever set it. */
  readonly sentLimits: SentLimits;
  /** The type of the body where it is no JSON of ours: a form with its boundary. */
  readonly contentType?: string;
  /** The response is sound, sent on as it comes. */
  readonly returnsAudio?: true;
  /** What the response for the client is, where that is neither the upstream's own nor JSON. */
  readonly responseType?: string;
  /** A web search was requested from the upstream in its own form. */
  readonly searches?: true;
  /** What the upstream's dialect could not carry; see renderWarnings for the header. */
  readonly warnings: readonly ConversionWarning[];
  /** Takes a complete response with a status below 300. Never throws. */
  readonly readResponse: (bytes: Uint8Array) => WholeResponseResult;
  /**
   * Takes a complete response for a client that requested a stream: the upstream did not stream.
   * The body is the whole stream, to be sent once the call is settled. Never throws.
   */
  readonly readResponseAsStream: (bytes: Uint8Array) => WholeResponseResult;
  /**
   * Takes a streamed response, whole, for a client that requested none: some upstreams do nothing
   * but stream. Never throws.
   */
  readonly readStreamAsResponse: (bytes: Uint8Array) => WholeResponseResult;
  /** Takes a streamed response with a status below 300. */
  readonly openStream: () => ResponseStream;
}

export type OpenTranslationResult =
  | { readonly ok: true; readonly translation: Translation }
  | { readonly ok: false; readonly fault: RequestFault };
