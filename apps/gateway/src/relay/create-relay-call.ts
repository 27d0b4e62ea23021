import type { ReservedCall } from './billing/reserve-call.ts';
import type { Caller } from './caller.ts';
import type { RelayCall, RelayRequest } from './relay-call.ts';

/** Usage of a call that was not charged yet. */
export const NOTHING_USED = { tokens: 0, quota: 0 };

/** The parts of a call that are known once it is admitted and reserved. */
export type AdmittedCall = Pick<
  RelayCall,
  | 'kind'
  | 'language'
  | 'client'
  | 'words'
  | 'arrayFrame'
  | 'history'
  | 'servedAs'
  | 'price'
  | 'surcharges'
  | 'unpricedTool'
  | 'remember'
  | 'stateOwner'
> & { readonly reserved: ReservedCall };

/**
 * Creates a call that is about to run. Assigns every property explicitly, set or not, so that all calls have
 * one hidden class: a spread would be many times slower.
 */
export function createRelayCall(
  incoming: RelayRequest,
  { holder, address, startedAt }: Caller,
  admitted: AdmittedCall,
): RelayCall {
  return {
    request: incoming.request,
    response: incoming.response,
    path: incoming.path,
    query: incoming.query,
    requestId: incoming.requestId,
    callId: incoming.callId,
    traceContext: incoming.traceContext,
    span: incoming.span,
    bySession: incoming.bySession,
    dialect: incoming.dialect,
    caller: incoming.caller,
    model: incoming.model,
    payload: incoming.payload,
    incoming,
    kind: admitted.kind,
    address,
    language: admitted.language,
    holder,
    client: admitted.client,
    clientRequest: admitted.client.request,
    words: admitted.words,
    arrayFrame: admitted.arrayFrame,
    history: admitted.history,
    servedAs: admitted.servedAs,
    price: admitted.price,
    reservation: admitted.reserved.reservation,
    cover: admitted.reserved.cover,
    surcharges: admitted.surcharges,
    unpricedTool: admitted.unpricedTool,
    remember: admitted.remember,
    startedAt,
    attempts: [],
    trace: undefined,
    stateOwner: admitted.stateOwner,
    upstreamMs: 0,
    firstTokenMs: undefined,
    clientDisconnected: false,
    used: NOTHING_USED,
    responseId: undefined,
    statesResponseId: undefined,
    created: undefined,
    attemptSpan: undefined,
    broke: undefined,
    routedModel: undefined,
    routedPrice: undefined,
    traffic: undefined,
  };
}
