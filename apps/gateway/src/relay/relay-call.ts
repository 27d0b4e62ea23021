import type { Attempt } from './attempt/logged-attempt.ts';
import type { ClientCall, ClientRequest, Dialect } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../domain/accounts/api-key-directory.ts';
import type { Reservation } from '../domain/wallet/wallet.ts';
import type { HttpResponse, HttpRequest } from '../platform/http-server/http-exchange.ts';
import type { AffinityTarget } from './routing/channel-affinity.ts';
import type { CallHistory } from './history/call-history.ts';
import type { JsonArrayFrame } from './response/json-array-frame.ts';
import type { RouteTrace } from './routing/route-trace.ts';
import type { OutputCover } from './billing/output-cover.ts';
import type { InferenceKind } from './request/routes.ts';
import type { Caller } from './caller.ts';
import type { RememberResponse } from './history/stored-responses.ts';
import type { TrafficNote } from './traffic/traffic-note.ts';
import type { SurchargePlan } from './billing/surcharge-plan.ts';
import type { WordWatch } from './content-filter/word-editor.ts';

/** A request at the relay's door. */
export interface RelayRequest {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** Without query. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly requestId: string;
  /** The dialect of everything that the caller is told. */
  readonly dialect: Dialect;
  /** Set once known, for the log of a call that is refused. */
  caller: Pick<Caller, 'holder' | 'address' | 'startedAt'> | undefined;
  model: string;
  /** What its body, and what was fetched for it, holds of the budget. */
  bufferedBytes: number;
}

/** Everything known about one inference call while it runs. */
export interface RelayCall extends Omit<RelayRequest, 'bufferedBytes'> {
  readonly incoming: RelayRequest;
  readonly kind: InferenceKind;
  readonly address: string;
  readonly language: 'zh' | 'en';
  readonly holder: ApiKeyHolder;
  /** The call in the caller's dialect; what the relay needs to know of it stands in `clientRequest`. */
  readonly client: ClientCall;
  readonly clientRequest: ClientRequest;
  /** Set where the words of the answer are checked. */
  readonly words: WordWatch | undefined;
  /** Set where a stream goes out as one JSON array. */
  readonly arrayFrame: JsonArrayFrame | undefined;
  readonly price: Price;
  /** Set where tools or tiers may be billed beside the tokens. */
  readonly surcharges: SurchargePlan | undefined;
  /** A tool that nobody priced: upstreams that would run it are not sent the call. */
  readonly unpricedTool: string | undefined;
  readonly reservation: Reservation;
  /** How much output `reservation` pays for. */
  readonly cover: OutputCover;
  /** What the conversation brings along from other upstreams; undefined where there is none. */
  readonly history: CallHistory | undefined;
  /** Set where the answer is kept for the next turn of the client. */
  readonly remember: RememberResponse | undefined;
  /** performance.now() when the request arrived. */
  readonly startedAt: number;
  readonly attempts: Attempt[];
  /** Why its channels were chosen; set once choosing begins. */
  trace: RouteTrace | undefined;
  /** Milliseconds spent waiting for upstreams. */
  upstreamMs: number;
  /** Milliseconds to the first piece of the answer; undefined before it. */
  firstTokenMs: number | undefined;
  /** The account that keeps what the call names; nobody else gets it. */
  stateOwner: AffinityTarget | undefined;
  /** The upstream's id of its answer, which the next turn may name. */
  responseId?: string;
  /** The container that its tools ran in, as the answer told it. */
  containerId?: string;
  clientDisconnected: boolean;
  /** What the call was charged for; nothing before that. */
  used: { tokens: number; quota: number; promptTokens?: number };
  /** A stream that began broke. */
  broke?: boolean;
  /** The model that a canary asks instead of the caller's, and its price for the caller's group. */
  routedModel?: string | undefined;
  routedPrice?: Price | undefined;
  /** What traffic rules did with the call, for the log; undefined where there is none. */
  traffic?: TrafficNote;
}

/** The model that channels are asked for. */
export function routedModelOf({ routedModel, clientRequest }: RelayCall): string {
  return routedModel ?? clientRequest.model;
}
