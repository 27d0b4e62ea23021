import type { Attempt } from './attempt/logged-attempt.ts';
import type { ClientCall, ClientRequest, Dialect } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../domain/accounts/api-key-directory.ts';
import type { Reservation } from '../domain/wallet/wallet.ts';
import type { AppError } from '../platform/app-error.ts';
import type { HttpResponse, HttpRequest } from '../platform/http-server/http-exchange.ts';
import type { AffinityTarget } from './routing/channel-affinity.ts';
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
import type { TrafficNote } from './traffic/traffic-note.ts';
import type { CapturedCall } from './payloads/captured-call.ts';
import type { SurchargePlan } from './billing/surcharge-plan.ts';
import type { WordWatch } from './content-filter/word-editor.ts';

/** A request as it enters the relay. */
export interface RelayRequest {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** Without the query. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** The caller's `x-request-id`, else ours: what is answered and logged. Two calls may share it. */
  readonly requestId: string;
  /** Ours, unique. */
  readonly callId: string;
  /** Where the caller has the call in a trace; undefined for most. */
  readonly traceContext: TraceContext | undefined;
  /** Set where traces are sent to a collector. */
  readonly span: CallSpan | undefined;
  /** It came from the playground, with a session in place of a key. */
  readonly bySession: boolean;
  /** The dialect of every response to the caller. */
  readonly dialect: Dialect;
  /** Set once known, for the log of a refused call. */
  caller: Pick<Caller, 'holder' | 'address' | 'startedAt'> | undefined;
  model: string;
  /** Takes down what is sent both ways; undefined for nearly every call. */
  payload: CapturedCall | undefined;
  /** Bytes of the memory budget that its body, and what was fetched for it, occupy. */
  bufferedBytes: number;
  /** Gives up a body that is still to arrive through Node's parser; set while one is read as a whole. */
  refuseBody: ((error: AppError) => void) | undefined;
}

/** Everything known about one inference call while it runs. */
export interface RelayCall extends Omit<RelayRequest, 'bufferedBytes' | 'refuseBody'> {
  readonly incoming: RelayRequest;
  readonly kind: InferenceKind;
  readonly address: string;
  readonly language: 'zh' | 'en';
  readonly holder: ApiKeyHolder;
  /** The call in the caller's dialect; `clientRequest` holds what the relay needs to know of it. */
  readonly client: ClientCall;
  readonly clientRequest: ClientRequest;
  /** Set where the content filter checks the completion. */
  readonly words: WordWatch | undefined;
  /** Set where a stream is sent as one JSON array. */
  readonly arrayFrame: JsonArrayFrame | undefined;
  /** The name that channels serve its model under, which is logged: the caller's, or the one that models of its kind share. */
  readonly servedAs: string;
  readonly price: Price;
  /** Set where tools or service tiers may be billed beside the tokens. */
  readonly surcharges: SurchargePlan | undefined;
  /** A tool without a price: the call is not sent to upstreams that would run it. */
  readonly unpricedTool: string | undefined;
  readonly reservation: Reservation;
  /** How much output `reservation` covers. */
  readonly cover: OutputCover;
  /** What the conversation carries over from other upstreams; undefined where there is nothing. */
  readonly history: CallHistory | undefined;
  /** Set where the response is kept for the client's next turn. */
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
  /** The account that keeps the state the call names; the call is sent to no other. */
  stateOwner: AffinityTarget | undefined;
  /** The upstream's id of its response, which the next turn may name. */
  responseId?: string | undefined;
  /** The container that its tools ran in, as the response reports it. */
  containerId?: string | undefined;
  clientDisconnected: boolean;
  /** The running attempt, where traces are sent to a collector. */
  attemptSpan?: TracedSpan | undefined;
  /** What the call was charged; undefined until then. */
  used: { tokens: number; quota: number; promptTokens?: number };
  /** A stream broke after it had started. */
  broke?: boolean | undefined;
  /** The model that a canary uses instead of the caller's, and its price for the caller's group. */
  routedModel?: string | undefined;
  routedPrice?: Price | undefined;
  /** What traffic rules did with the call, for the log; undefined if nothing. */
  traffic?: TrafficNote | undefined;
}

/** The model that channels are asked for. */
export function routedModelOf({ routedModel, clientRequest }: RelayCall): string {
  return routedModel ?? clientRequest.model;
}
