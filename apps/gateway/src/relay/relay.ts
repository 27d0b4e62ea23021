import type { Domain } from '../domain/domain.ts';
import type { PayloadLog } from '../domain/payloads/payload-log.ts';
import { formatDisplayQuota } from '../domain/options/quota-display.ts';
import { AppError } from '../platform/app-error.ts';
import { ByteBudget } from '../platform/byte-budget.ts';
import { clientAddress, trustedRanges } from '../platform/client-address.ts';
import type { HttpResponse, HttpRequest } from '../platform/http-server/http-exchange.ts';
import { CoarseTimers } from '../platform/coarse-timers.ts';
import { newRequestId } from '../platform/ids.ts';
import { ArrivingCall } from './request/arriving-call.ts';
import { admitHolder } from './request/admit-holder.ts';
import { ResponseBuffer } from './response/response-buffer.ts';
import { serveStoredResponse } from './endpoints/serve-stored-response.ts';
import { readCredential } from './request/authenticate.ts';
import { serveKeyEndpoint, toJson } from './endpoints/serve-key-endpoint.ts';
import { registerMemoryMetrics } from './metrics/memory-metrics.ts';
import { callerDialect } from './request/caller-dialect.ts';
import { callerRequestId } from './request/caller-request-id.ts';
import { readTraceContext } from './request/trace-context.ts';
import { ChannelAffinity } from './routing/channel-affinity.ts';
import { countTokens } from './endpoints/count-tokens.ts';
import { DrainSlots } from './response/drain-slots.ts';
import { serveBatch } from './batches/serve-batch.ts';
import { isUploadPath } from './files/file-routes.ts';
import { serveFile } from './files/serve-file.ts';
import { FirstByteTimes } from './hedging/first-byte-times.ts';
import { HedgeBudget } from './hedging/hedge-budget.ts';
import { ForeignSignatures } from './history/foreign-signatures.ts';
import { releaseBody, discardRemainingBody } from './request/read-body.ts';
import { PayloadCapture } from './payloads/payload-capture.ts';
import { PayloadMemoryBudget } from './payloads/payload-memory-budget.ts';
import { PlaygroundSessions, playgroundPath } from './request/playground-sessions.ts';
import { RealtimeServer } from './realtime/realtime-server.ts';
import type { RealtimeServices } from './realtime/admit-realtime-client.ts';
import type { RelayRequest } from './relay-call.ts';
import { CallSpan } from './tracing/call-span.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { refuseCrossSite } from './request/refuse-cross-site.ts';
import { RefusalLog } from './errors/refusal-log.ts';
import { isInternalError, writeCallerError } from './errors/caller-error.ts';
import { findRoute, isRelayPath, type RelayRoute } from './request/routes.ts';
import { Mirrors } from './mirrors/mirrors.ts';
import type { RunContext } from './attempt/run-call.ts';
import { RunningCalls } from './attempt/running-calls.ts';
import { createUpstreamHttpClient, type UpstreamHttpClient } from './http1/upstream-http-client.ts';
import { serveInference } from './serve-inference.ts';
import type { Caller } from './caller.ts';
import { serveTaskCallback } from './tasks/serve-task-callback.ts';
import { serveTask } from './tasks/serve-task.ts';
import { StreamNoter } from './billing/note-streams.ts';
import type { SettleContext } from './billing/settle-call.ts';
import { ContentFilter } from './content-filter/content-filter.ts';
import { commonHeaders, endWithBody, privateHeaders } from './response/write-response.ts';

export interface Relay {
  /** Whether a URL belongs to the relay and its body must be read whole. */
  serves(url: string): boolean;
  /** Handles a request for one of the relay's paths; returns false for any other path. */
  handle(request: HttpRequest, response: HttpResponse): boolean;
  /** Calls in progress. */
  openCalls(): number;
  /** Handles WebSocket upgrades of clients. */
  readonly realtime: Pick<RealtimeServer, 'handleUpgrade' | 'drain'>;
  /**
   * Ends all running calls: each is charged for what was delivered, and its client gets an error.
   */
  interrupt(): void;
  close(): Promise<void>;
}

interface RelayServices extends RealtimeServices {
  payloads: PayloadLog;
  payloadMemory: PayloadMemoryBudget;
}

export interface RelayOptions {
  domain: Domain;
  /** Memory budget of request bodies, shared with the console API. */
  bodies: ByteBudget;
  /** Returns numbers in [0, 1) for the weighted choice of channels. */
  random?: () => number;
}

/** Calls have their own deadlines; the one for headers limits calls whose deadlines are off. */
const UPSTREAM_TIMES = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 3_600_000,
  idleTimeoutMs: 300_000,
};

/** Creates the relay on top of a domain. */
export function createRelay({ domain, bodies, random = Math.random }: RelayOptions): Relay {
  const { clock, tracing } = domain;
  const upstreamClient = createUpstreamHttpClient({
    ...UPSTREAM_TIMES,
    allowPrivate: domain.config.ALLOW_PRIVATE_UPSTREAMS,
  });
  const services = createServices(domain, bodies, upstreamClient, random);
  const realtime = new RealtimeServer(services);
  const arriving = new RunningCalls();
  const { running } = services.run;
  const notes = new StreamNoter({ clock, running, wallet: domain.wallet, log: domain.log });
  notes.start();
  let open = 0;

  return {
    serves(url) {
      const { path } = splitUrl(url);
      // Only Node's parser can stream a body.
      return isRelayPath(path) && !isUploadPath(path);
    },
    handle(request, response) {
      const { path: requestPath, query } = splitUrl(request.url ?? '/');
      const bySession = !isRelayPath(requestPath);
      const path = bySession ? playgroundPath(requestPath) : requestPath;
      if (path === undefined) return false;
      const callId = newRequestId(clock.nowMs());
      if (request.method === 'OPTIONS' && !bySession) {
        writePreflight(response, callId);
        return true;
      }
      open += 1;
      const incoming = receive({ request, response, path, query, bySession, callId }, tracing);
      const arrival = request.complete ? undefined : new ArrivingCall(incoming);
      if (arrival) arriving.add(arrival);
      void serveToEnd(services, incoming).finally(() => {
        open -= 1;
        if (arrival) arriving.delete(arrival);
      });
      return true;
    },
    openCalls: () => open + realtime.openSessions,
    realtime,
    interrupt() {
      arriving.interrupt();
      running.interrupt();
      realtime.cut();
    },
    async close() {
      notes.stop();
      await realtime.close();
      await Promise.all([upstreamClient.close(), storeFigures(domain)]);
    },
  };
}

function receive(
  exchange: Pick<RelayRequest, 'request' | 'response' | 'path' | 'query' | 'bySession' | 'callId'>,
  tracing: Tracing | undefined,
): RelayRequest {
  const { request, response, path, query, bySession, callId } = exchange;
  const { headers } = request;
  const requestId = callerRequestId(headers, callId);
  const traceContext = readTraceContext(headers);
  return {
    request,
    response,
    path,
    query,
    requestId,
    callId,
    traceContext,
    span: tracing && new CallSpan(tracing, { request, path, requestId, traceContext }),
    bySession,
    dialect: callerDialect(path, headers),
    caller: undefined,
    model: '',
    payload: undefined,
    bufferedBytes: 0,
    refuseBody: undefined,
  };
}

/** Serves a request, or reports why it can't be served; never rejects. */
async function serveToEnd(services: RelayServices, incoming: RelayRequest): Promise<void> {
  try {
    await serve(services, incoming);
  } catch (error) {
    reportError(services, incoming, error);
  } finally {
    incoming.span?.end();
    incoming.payload?.finish();
    releaseBody(incoming, services.bodies);
  }
}

function reportError(
  { domain, refusalLog }: RelayServices,
  incoming: RelayRequest,
  error: unknown,
): void {
  const { request, response, requestId } = incoming;
  try {
    if (isInternalError(error)) logInternalError(domain, incoming, error);
    if (!discardRemainingBody(request)) response.shouldKeepAlive = false;
    const fault = refusalLog.recordRequest(incoming, error);
    incoming.span?.refuse(fault);
    writeCallerError(response, fault, incoming);
  } catch (failure) {
    // A failure while reporting a failure ends one connection, never the process.
    domain.log.error({ err: failure, requestId }, 'error response could not be written');
    response.destroy();
  }
}

function logInternalError(
  { log }: Domain,
  { requestId, traceContext }: RelayRequest,
  error: unknown,
): void {
  const traceId = traceContext?.traceId;
  log.error({ err: error, requestId, traceId }, 'relay call failed: internal error');
}

/** Stores what the traffic rules have counted since the last time. */
function storeFigures({ traffic, log }: Domain): Promise<void> {
  return traffic.figures
    .flush()
    .catch((error: unknown) => log.warn({ err: error }, 'traffic statistics lost'));
}

function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?');
  return at === -1 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) };
}

function createServices(
  domain: Domain,
  bodies: ByteBudget,
  upstreamClient: UpstreamHttpClient,
  random: () => number,
): RelayServices {
  const { options, catalog, prices, wallet, clock } = domain;
  const responseBuffer = new ResponseBuffer(new ByteBudget(bodies.max));
  registerMemoryMetrics(bodies, responseBuffer);
  const settle: SettleContext = {
    wallet,
    formatQuota: (quota) => formatDisplayQuota(options, quota),
    nowMs: () => clock.nowMs(),
    logConsume: () => options.boolean('LogConsumeEnabled'),
    recordClaim: (channel, model, claim) =>
      domain.channelHealth.recordUsageClaim(channel, model, claim),
  };
  const run: RunContext = {
    ...settle,
    upstreamClient,
    responseBuffer,
    drains: new DrainSlots(),
    running: new RunningCalls(),
    timers: new CoarseTimers(clock),
    bodies,
    allowPrivate: domain.config.ALLOW_PRIVATE_UPSTREAMS,
    tokens: domain.upstreamAccessTokens,
    media: domain.remoteMedia,
    random,
    after: (milliseconds, run) => clock.after(milliseconds, run),
    retryTimes: () => options.number('RetryTimes'),
    health: domain.channelHealth,
    affinity: new ChannelAffinity(),
    owners: domain.responses,
    affinityMs: () => options.number('ChannelAffinitySeconds') * 1000,
    firstTokenTimeoutMs: () => options.number('FirstTokenTimeoutSeconds') * 1000,
    responseTimeoutMs: () => options.number('AnswerTimeoutSeconds') * 1000,
    stalledClientMs: () => options.number('StalledClientSeconds') * 1000,
  };
  return {
    domain,
    refusalLog: new RefusalLog(settle),
    trusted: trustedRanges(domain.config),
    contentFilter: new ContentFilter(options),
    sessions: new PlaygroundSessions(domain),
    bodies,
    payloads: domain.payloads,
    payloadMemory: new PayloadMemoryBudget(bodies),
    histories: { memory: domain.responses, foreign: new ForeignSignatures() },
    admit: () => ({ options, catalog, prices: prices.current() }),
    run,
    rules: {
      run,
      domain,
      mirrors: new Mirrors(domain, run),
      hedging: { times: new FirstByteTimes(), budget: new HedgeBudget() },
    },
  };
}

const PREFLIGHT_HEADERS = [
  'access-control-allow-methods',
  'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers',
  '*, Authorization',
  'access-control-max-age',
  '86400',
];

function writePreflight(response: HttpResponse, requestId: string): void {
  response.writeHead(204, [...commonHeaders(requestId), ...PREFLIGHT_HEADERS]);
  response.end();
}

async function serve(services: RelayServices, incoming: RelayRequest): Promise<void> {
  const { request, path, query, dialect } = incoming;
  const startedAt = performance.now();
  const route = findRoute(path);
  if (!route) throw new AppError('relay_unknown_url', { method: request.method ?? '', path });
  if (route.name === 'not-implemented') throw new AppError('relay_not_implemented', { path });
  if (request.method !== route.method && !('also' in route && request.method === route.also))
    throw new AppError('relay_method_not_allowed', { method: request.method ?? '', path });

  if (request.method === 'POST') refuseCrossSite(request.headers, takesForms(route));

  const { domain } = services;
  if (route.name === 'public-task') return serveTaskCallback(services, incoming, route.target);
  const current = domain.changes.whenCurrent();
  if (current) await current;
  const credential = incoming.bySession
    ? NO_CREDENTIAL
    : readCredential({ headers: request.headers, query, dialect });
  const address = clientAddress(request, services.trusted);
  const admitted = admitHolder(services, incoming, { credential, address });
  const holder = admitted instanceof Promise ? await admitted : admitted;
  const caller: Caller = { credential, holder, address, startedAt };
  incoming.caller = caller;
  if (route.name === 'inference') {
    incoming.payload = PayloadCapture.open(services, { incoming, route, caller });
    // Returning the promise would take three more turns of the microtask queue.
    await serveInference(services, incoming, route, caller);
    return;
  }
  if (route.name === 'task') return serveTask(services, incoming, route.work, caller);
  if (route.name === 'file') return serveFile(services, incoming, route, caller);
  if (route.name === 'batch') return serveBatch(services, incoming, route, caller);
  if (route.name === 'realtime') throw new AppError('relay_upgrade_required');
  if (route.name === 'count-tokens') {
    const { body, estimated } = await countTokens(services, incoming, route, caller);
    return writeJson(incoming, body, estimated ? ESTIMATED : []);
  }
  if (route.name === 'stored-response')
    return writeJson(
      incoming,
      toJson(await serveStoredResponse(domain.responses, incoming, route, holder)),
    );
  writeJson(incoming, await serveKeyEndpoint(domain, incoming, route, caller));
}

/** Kinds of calls whose body is a form with files. */
const FORM_KINDS = new Set(['image-edits', 'image-variations', 'transcriptions', 'translations']);

function takesForms(route: RelayRoute): boolean {
  if (route.name === 'file') return true;
  return route.name === 'inference' && FORM_KINDS.has(route.kind);
}

/** A session can't choose a channel. */
const NO_CREDENTIAL = { key: '', pinnedChannelId: undefined };

const ESTIMATED = ['x-tollgate-estimated', 'true'];

function writeJson(
  { response, requestId }: RelayRequest,
  body: Uint8Array,
  further: readonly string[] = [],
): void {
  const headers = privateHeaders(requestId);
  headers.push('content-type', 'application/json; charset=utf-8', ...further);
  endWithBody(response, 200, headers, body);
}
