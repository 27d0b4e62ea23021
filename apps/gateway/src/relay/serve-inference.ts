import type { InferenceContext } from './inference-context.ts';
import type { Caller } from './caller.ts';
import type { ClientCall, RequestFault, WireFormat } from '@tollgate/dialects';
import type { Admission } from '../domain/limits/rate-limiter.ts';
import type { Tier } from '../domain/channels/channel-catalog.ts';
import { routeCall } from '../domain/channels/channel-route.ts';
import { languageOf } from '../domain/error-texts.ts';
import type { ApiKeyHolder } from '../domain/accounts/api-key-directory.ts';
import { admitChannels, admitModel, groupsOf } from './request/admit.ts';
import { findConversationId } from './routing/conversation-id.ts';
import { type CallWithFiles, tiersWith, withNamedFiles } from './files/named-files.ts';
import { CallHistory, type HistoryContext } from './history/call-history.ts';
import { JsonArrayFrame } from './response/json-array-frame.ts';
import { bufferMore } from './request/read-body.ts';
import { refuseWithoutBalance, SMALL_BYTES } from './request/read-checked-body.ts';
import { readClientCall } from './request/read-client-call.ts';
import { createRelayCall, NOTHING_USED } from './create-relay-call.ts';
import type { RelayRequest, RelayCall } from './relay-call.ts';
import { observeCall } from './metrics/relay-metrics.ts';
import { writeCallerError } from './errors/caller-error.ts';
import { type ReservedCall, reserveCall, type ReserveCallInput } from './billing/reserve-call.ts';
import type { ModelCall, RelayRoute } from './request/routes.ts';
import { runCall, type RunResult } from './attempt/run-call.ts';
import { recordFailure } from './billing/settle-call.ts';
import { findStateOwner, narrowToStateOwner } from './routing/state-owner.ts';
import { findNamedState } from './routing/stored-owners.ts';
import { type ExpandContext, expandStoredItems } from './history/expand-stored-items.ts';
import { rememberResponse } from './history/stored-responses.ts';
import { findUnpricedTool, planSurcharges } from './billing/surcharge-plan.ts';
import { refuseOversized } from './response/oversized-response.ts';
import { runByRules } from './traffic/run-by-rules.ts';

/**
 * Serves an inference call: admit, reserve, send, charge. Throws AppError before anything is sent.
 */
export async function serveInference(
  services: InferenceContext,
  incoming: RelayRequest,
  route: Extract<RelayRoute, { name: 'inference' }>,
  caller: Caller,
): Promise<void> {
  const { domain, run } = services;
  const usesMax = domain.options.number('ServerToolUsesMax');
  const read = await readWholeCall(services, incoming, route, { caller, usesMax });
  const { credential, holder } = caller;
  const { client, files, foreign } = read;
  const { request: clientRequest } = client;
  if (client.media) refuseOversized(clientRequest, client.media, run.responseBuffer.budget);
  const admit = services.admit();
  const price = admitModel(admit, holder, clientRequest.model);
  const admitted = admitChannels(admit, holder, clientRequest.model, credential.pinnedChannelId);
  const { model } = clientRequest;
  const servedAs = admit.catalog.servedName(groupsOf(holder), model);
  const tiers = files ? tiersWith(admitted, files, { model, group: holder.group }) : admitted;
  const surcharges = planSurcharges(price, client, {
    usesMax,
    mayRunTools: () => formatsOf(tiers, client).has(client.dialect),
    otherFormats: () => [...formatsOf(tiers, client)].filter((each) => each !== client.dialect),
  });
  // Everything that may fail comes before the reservation, which only the end of the call releases.
  const language = languageOf(incoming.request.headers['accept-language']);
  const words = services.contentFilter.watchResponse();
  const arrayFrame = wantsArray(incoming, route) ? new JsonArrayFrame() : undefined;
  const remember = rememberResponse(domain.responses, holder, client);
  const stateOwner = findStateOwner(run, { holder, clientRequest }, foreign);
  const entered = domain.limiter.admit(holder, servedAs, incoming.callId);
  const admission = entered instanceof Promise ? await entered : entered;
  const preConsumedQuota = domain.options.number('PreConsumedQuota');
  const stored = stateOwner?.stored;
  const input = { context: run, holder, price, client, surcharges, preConsumedQuota, stored };
  const reserved = await reserveAdmitted(input, admission);
  const call = createRelayCall(incoming, caller, {
    kind: route.kind,
    language,
    client,
    words,
    arrayFrame,
    history:
      clientRequest.kind === 'chat'
        ? openHistory(services.histories, incoming, client, holder)
        : undefined,
    servedAs,
    price,
    reserved,
    surcharges,
    unpricedTool: findUnpricedTool(price, client),
    remember,
    stateOwner,
  });
  try {
    const result = await runOnStateOwner(
      services,
      call,
      tiers,
      credential.pinnedChannelId !== undefined,
    );
    reportEnd(call, result);
    if (typeof result === 'string') return;
    recordFailure(run, call, result);
    writeCallerError(incoming.response, result, incoming);
  } finally {
    run.wallet.void(reserved.reservation);
    admission.release(call.used);
  }
}

/** Reports the end of a call to metrics and traces. */
function reportEnd(call: RelayCall, result: RunResult): void {
  observeCall(call, typeof result === 'string' ? result : 'fault');
  call.span?.conclude(call, result);
}

/** Runs a call on the channels that may serve it, or on the one that keeps the state it references. */
function runOnStateOwner(
  { run, rules, domain }: InferenceContext,
  call: RelayCall,
  tiers: readonly Tier[],
  pinned: boolean,
): RunResult | Promise<RunResult> {
  const isFree = pinned && !call.stateOwner?.foreign;
  const narrowed = isFree ? { tiers } : narrowToStateOwner(call, tiers);
  if ('fault' in narrowed) return narrowed.fault;
  const book = domain.traffic.rules;
  const rulesForModel =
    pinned || book.isEmpty ? undefined : book.find(call.holder.group, call.clientRequest.model);
  return rulesForModel
    ? runByRules(rules, call, narrowed.tiers, rulesForModel)
    : runCall(run, call, narrowed.tiers, pinned);
}

/**
 * Reads a call: resolves its references, limits its tools and filters its text; also finds the channel that
 * has its files. Throws AppError.
 */
async function readWholeCall(
  services: InferenceContext,
  incoming: RelayRequest,
  route: Extract<RelayRoute, { name: 'inference' }>,
  { caller, usesMax }: { caller: Caller; usesMax: number },
): Promise<{ client: ClientCall; files?: CallWithFiles; foreign?: RequestFault | undefined }> {
  const reading = readClientCall(services, incoming, route);
  const read = reading instanceof Promise ? await reading : reading;
  const { holder } = caller;
  const stored =
    read.dialect === 'openai-responses'
      ? await expandStoredItems(expandContext(services, incoming, holder), read)
      : read;
  const { named } = stored.request;
  const state = named && (await findNamedState(services.run.owners, holder.userId, named));
  const client = stored.withFurtherTools(state?.tools ?? []).withBoundTools(usesMax);
  incoming.model = client.request.model;
  if (incoming.payload?.decide(incoming.model) === false) incoming.payload = undefined;
  const checked = services.contentFilter.checkPrompt(client);
  if (checked) await checked;
  const withFiles = withNamedFiles(services.domain, holder, client);
  const files = withFiles instanceof Promise ? await withFiles : withFiles;
  return files
    ? { client: files.client, files, foreign: state?.foreign }
    : { client, foreign: state?.foreign };
}

function expandContext(
  services: InferenceContext,
  incoming: RelayRequest,
  holder: ApiKeyHolder,
): ExpandContext {
  const reserveMemory = async (bytes: number) => {
    if (bytes > SMALL_BYTES) await refuseWithoutBalance(services, holder);
    bufferMore(incoming, services.bodies, bytes);
  };
  return { memory: services.domain.responses, holder, reserveMemory };
}

/**
 * Returns the dialects of a call's channels. A channel of the caller's own dialect supports everything that
 * the call requests.
 */
function formatsOf(tiers: readonly Tier[], { dialect, request }: ClientCall): Set<WireFormat> {
  const { kind, model } = request;
  const channels = tiers.flatMap((tier) => tier.channels);
  const formats = channels.map((each) => routeCall(each, { kind, model, dialect })?.dialect);
  return new Set(formats.filter((format) => format !== undefined));
}

function openHistory(
  context: HistoryContext,
  { request }: RelayRequest,
  client: ClientCall,
  { userId }: ApiKeyHolder,
): CallHistory {
  const conversation = () => findConversationId({ request, client, clientRequest: client.request });
  return new CallHistory(context, client, { userId, conversation });
}

/** Reserves for an admitted call. Throws AppError if the balance is too small. */
function reserveAdmitted(
  input: ReserveCallInput,
  admission: Admission,
): ReservedCall | Promise<ReservedCall> {
  const release = (error: unknown): never => {
    admission.release(NOTHING_USED);
    throw error;
  };
  try {
    const reserved = reserveCall(input);
    return reserved instanceof Promise ? reserved.catch(release) : reserved;
  } catch (error) {
    return release(error);
  }
}

/** Gemini streams as a JSON array unless the client asks for server-sent events. */
function wantsArray({ query }: RelayRequest, { dialect, stream }: ModelCall): boolean {
  if (dialect !== 'gemini-generate' || stream !== true) return false;
  return new URLSearchParams(query).get('alt') !== 'sse';
}
