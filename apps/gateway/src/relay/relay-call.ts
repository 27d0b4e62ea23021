import type { Attempt } from './attempt/logged-attempt.ts';
import type { ClientCall, ClientRequest, CreatedId, Dialect } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../domain/accounts/api-key-directory.ts';
import type { Reservation } from '../domain/wallet/wallet.ts';
import type { AppError } from '../platform/app-error.ts';
import type { HttpResponse, HttpRequest } from '../platform/http-server/http-exchange.ts';
import type { StateOwner } from './routing/channel-affinity.ts';
import type { CallHistory } from './history/call-history.ts';
import type { JsonArrayFrame } from './response/json-array-frame.ts';
import type { RouteTrace } from './routing/route-trace.ts';
import type { OutputCover } from './billing/output-cover.ts';
import type { InferenceKind } from './request/routes.ts';
import type { Caller } from './caller.ts';
import type { CallSpan } from './tracing/call-span.ts';
import type { TracedSpan } from '../platform/tracing/tracing.ts';
import type { TraceContext } from './request/trace-context.ts';
import type { RememberResponse } from './history/stored-responses.ts';
import type { TrafficRecord } from './traffic/traffic-record.ts';
import type { CapturedCall } from './payloads/captured-call.ts';
import type { SurchargePlan } from './billing/surcharge-plan.ts';
import type { WordWatch } from './content-filter/sensitive-word-masker.ts';

/** A request as it enters the relay. */
export interface RelayRequest {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** Excludes the query. */
  readonly path: string;
  /** Includes the question mark, or is empty. */
  readonly query: string;
  /** The caller's `x-request-id`, else ours: returned to the caller and logged. Two calls may share it. */
  readonly requestId: string;
  /** Our unique id. */
  readonly callId: string;
  /** The caller's trace context; undefined for most calls. */
  readonly traceContext: TraceContext | undefined;
  /** Set if traces are exported. */
  readonly span: CallSpan | undefined;
  /** Whether it came from the playground, with a session instead of a key. */
  readonly bySession: boolean;
  /** The dialect of every response to the caller. */
  readonly dialect: Dialect;
  /** Set once known, for logging refused calls. */
  caller: Caller | undefined;
  model: string;
  /** Captures what is sent in both directions; undefined for nearly every call. */
  payload: CapturedCall | undefined;
  /** Bytes of the memory budget occupied by its body and what was fetched for it. */
  bufferedBytes: number;
  /** Rejects a body still arriving through Node's parser; set while one is read as a whole. */
  refuseBody: ((error: AppError) => void) | undefined;
}

/** Everything known about one inference call while it runs. */
export interface RelayCall extends Omit<RelayRequest, 'bufferedBytes' | 'refuseBody'> {
  readonly incoming: RelayRequest;
  readonly kind: InferenceKind;
  readonly address: string;
  readonly language: 'zh' | 'en';
  readonly holder: ApiKeyHolder;
  /** The call in the caller's dialect; `clientRequest` holds the facts that the relay needs. */
  readonly client: ClientCall;
  readonly clientRequest: ClientRequest;
  /** Set if the content filter checks the completion. */
  readonly words: WordWatch | undefined;
  /** Set if a stream is sent as one JSON array. */
  readonly arrayFrame: JsonArrayFrame | undefined;
  /**
   * The name under which channels serve its model, which is logged: the caller's name, or a shared one for a
   * family of models.
   */
  readonly servedAs: string;
  readonly price: Price;
  /** Set if tools or service tiers may be billed in addition to tokens. */
  readonly surcharges: SurchargePlan | undefined;
  /** A tool without a price: the call is not sent to upstreams that would run it. */
  readonly unpricedTool: string | undefined;
  readonly reservation: Reservation;
  /** How much output `reservation` covers. */
  readonly cover: OutputCover;
  /** What the conversation carries over from other upstreams; undefined if nothing. */
  readonly history: CallHistory | undefined;
  /** Set if the response is stored for the client's next turn. */
  readonly remember: RememberResponse | undefined;
  /** performance.now() when the request arrived. */
  readonly startedAt: number;
  readonly attempts: Attempt[];
  /** Why its channels were chosen; set when routing starts. */
  trace: RouteTrace | undefined;
  /** Milliseconds spent waiting for upstreams. */
  upstreamMs: number;
  /** Milliseconds to the first byte of the response; undefined before it. */
  firstTokenMs: number | undefined;
  /** The account that holds the state referenced by the call; the call is sent to no other. */
  stateOwner: StateOwner | undefined;
  /** The upstream's id of its response, which the next turn may reference. */
  responseId?: string | undefined;
  /** That id is certain to be the response's own: nothing that the caller wrote precedes it. */
  statesResponseId?: boolean | undefined;
  /** What the response left at its provider: containers, files, items. */
  created?: readonly CreatedId[] | undefined;
  clientDisconnected: boolean;
  /** The span of the running attempt, if traces are exported. */
  attemptSpan?: TracedSpan | undefined;
  /** What the call was charged; undefined until then. */
  used: UsedTokens;
  /** Whether a stream broke after it had started. */
  broke?: boolean | undefined;
  /** The model that a canary uses instead of the caller's, and its price for the caller's group. */
  routedModel?: string | undefined;
  routedPrice?: Price | undefined;
  /** What traffic rules did with the call, for the log; undefined if nothing. */
  traffic?: TrafficRecord | undefined;
}

/** What a call was charged. */
export interface UsedTokens {
  tokens: number;
  quota: number;
  promptTokens?: number;
  /** The model that counted the tokens; undefined where they are our estimate, or bounded or in part. */
  countedBy?: string | undefined;
  /** The response reports uses of the provider's tools. */
  ranTools?: boolean;
}

/** The model to request from channels. */
export function routedModelOf({ routedModel, clientRequest }: RelayCall): string {
  return routedModel ?? clientRequest.model;
}
