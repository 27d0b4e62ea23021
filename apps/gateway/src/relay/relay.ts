import { readRequest } from '@tollgate/dialects';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBalanceReader } from '../domain/balances.ts';
import type { Domain } from '../domain/domain.ts';
import { languageOf } from '../domain/error-texts.ts';
import type { KeyHolder } from '../domain/key-directory.ts';
import { AppError } from '../platform/app-error.ts';
import { clientAddress } from '../platform/client-address.ts';
import { newRequestId } from '../platform/ids.ts';
import { admitCaller, admitChannels, type AdmitContext, admitModel } from './admit.ts';
import { authenticate, type Credential, readCredential } from './authenticate.ts';
import { billingSubscription, billingUsage } from './billing.ts';
import { createCallRate } from './call-rate.ts';
import { ChannelAffinity } from './channel-affinity.ts';
import { getModel, listModels } from './list-models.ts';
import { readBody } from './read-body.ts';
import { observeCall } from './relay-metrics.ts';
import type { RelayCall } from './relay-call.ts';
import { toPublicFault, writeFault } from './render-fault.ts';
import { reserveCall } from './reserve.ts';
import { findRoute, isRelayPath, type RelayRoute } from './routes.ts';
import { type RunContext, runCall } from './run-call.ts';
import { createUpstreams } from './send.ts';
import { recordFailure } from './settle-call.ts';
import { commonHeaders, endWithBody } from './write-answer.ts';

export interface Relay {
  /** Takes a request that is the relay's; false when the path belongs to somebody else. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Calls that run right now. */
  openCalls(): number;
  close(): Promise<void>;
}

export interface RelayOptions {
  domain: Domain;
  /** Weighted choice of channels; numbers in [0, 1). */
  random?: () => number;
}

const BODY_BYTES_MAX = 64 * 1024 * 1024;

interface Services {
  domain: Domain;
  run: RunContext;
  admit: () => AdmitContext;
  trusted: readonly string[];
}

/** Mounts the relay over a domain. */
export function createRelay({ domain, random = Math.random }: RelayOptions): Relay {
  const { options, catalog, prices, wallet, clock } = domain;
  const callRate = createCallRate();
  const upstreams = createUpstreams({
    allowPrivate: domain.config.ALLOW_PRIVATE_UPSTREAMS,
    connectTimeoutMs: 10_000,
    headersTimeoutMs: 300_000,
    idleTimeoutMs: 300_000,
  });
  const services: Services = {
    domain,
    trusted: domain.config.TRUSTED_PROXIES.split(',')
      .map((range) => range.trim())
      .filter(Boolean),
    admit: () => ({ options, catalog, prices: prices.current(), callRate }),
    run: {
      wallet,
      upstreams,
      random,
      nowMs: () => clock.nowMs(),
      logConsume: () => options.boolean('LogConsumeEnabled'),
      retryTimes: () => options.number('RetryTimes'),
      health: domain.channelHealth,
      affinity: new ChannelAffinity(),
      affinityMs: () => options.number('ChannelAffinitySeconds') * 1000,
      firstTokenTimeoutMs: () => options.number('FirstTokenTimeoutSeconds') * 1000,
      stalledClientMs: () => options.number('StalledClientSeconds') * 1000,
    },
  };
  let open = 0;

  return {
    handle(request, response) {
      const url = request.url ?? '/';
      const queryAt = url.indexOf('?');
      const path = queryAt === -1 ? url : url.slice(0, queryAt);
      if (!isRelayPath(path)) return false;
      const requestId = newRequestId(clock.nowMs());
      if (request.method === 'OPTIONS') {
        writePreflight(response, requestId);
        return true;
      }
      open += 1;
      serve(services, { request, response, path, requestId })
        .catch((error: unknown) => {
          if (!(error instanceof AppError))
            domain.log.error({ err: error, requestId }, 'a relay call failed inside the gateway');
          writeFault(
            response,
            toPublicFault(error, languageOf(request.headers['accept-language'])),
            requestId,
          );
        })
        .finally(() => {
          open -= 1;
        });
      return true;
    },
    openCalls: () => open,
    close: () => upstreams.close(),
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

function writePreflight(response: ServerResponse, requestId: string): void {
  response.writeHead(204, [...commonHeaders(requestId), ...PREFLIGHT_HEADERS]);
  response.end();
}

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  requestId: string;
}

async function serve(services: Services, arrival: Arrival): Promise<void> {
  const { request, path } = arrival;
  const startedAt = performance.now();
  const route = findRoute(path);
  if (!route) throw new AppError('relay_unknown_url', { method: request.method ?? '', path });
  if (route.name === 'not-implemented') throw new AppError('relay_not_implemented', { path });
  if (request.method !== route.method)
    throw new AppError('relay_method_not_allowed', { method: request.method ?? '', path });

  const { domain } = services;
  const credential = readCredential(request);
  const found = authenticate(
    domain.directory,
    credential.key,
    Math.floor(domain.clock.nowMs() / 1000),
  );
  const holder = found instanceof Promise ? await found : found;
  const address = clientAddress(request, services.trusted);
  admitCaller(services.admit(), holder, address, domain.clock.nowMs());
  if (route.name === 'inference')
    return serveInference(services, arrival, { route, credential, holder, address, startedAt });
  writeJson(arrival, await answerQuestion(domain, route, holder));
}

async function answerQuestion(
  domain: Domain,
  route: Exclude<RelayRoute, { name: 'inference' | 'not-implemented' }>,
  holder: KeyHolder,
): Promise<unknown> {
  switch (route.name) {
    case 'list-models':
      return listModels(domain.catalog, holder);
    case 'get-model':
      return getModel(domain.catalog, holder, route.model);
    case 'billing-subscription':
      return billingSubscription(
        createBalanceReader(domain.store, domain.wallet),
        domain.options,
        holder,
      );
    case 'billing-usage':
      return billingUsage(createBalanceReader(domain.store, domain.wallet), domain.options, holder);
  }
}

function writeJson({ response, requestId }: Arrival, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  const headers = commonHeaders(requestId);
  headers.push('content-type', 'application/json; charset=utf-8');
  endWithBody(response, 200, headers, body);
}

interface Admitted {
  route: Extract<RelayRoute, { name: 'inference' }>;
  credential: Credential;
  holder: KeyHolder;
  address: string;
  startedAt: number;
}

async function serveInference(
  services: Services,
  arrival: Arrival,
  { route, credential, holder, address, startedAt }: Admitted,
): Promise<void> {
  const { domain, run } = services;
  const bytes = await readBody(arrival.request, BODY_BYTES_MAX);
  const read = readRequest(route.kind, bytes);
  if (!read.ok)
    throw new AppError('relay_invalid_request', {
      reason: read.fault.message,
      param: read.fault.param ?? '',
    });
  const clientRequest = read.request;
  const admit = services.admit();
  const price = admitModel(admit, holder, clientRequest.model);
  const tiers = admitChannels(admit, holder, clientRequest.model, credential.pinnedChannelId);
  const reservation = await reserveCall({
    wallet: run.wallet,
    holder,
    price,
    request: clientRequest,
    kind: route.kind,
    preConsumedQuota: domain.options.number('PreConsumedQuota'),
  });
  const call: RelayCall = {
    requestId: arrival.requestId,
    path: arrival.path,
    kind: route.kind,
    request: arrival.request,
    response: arrival.response,
    address,
    language: languageOf(arrival.request.headers['accept-language']),
    holder,
    clientRequest,
    price,
    reservation,
    startedAt,
    attempts: [],
    trace: undefined,
    upstreamMs: 0,
    firstTokenMs: undefined,
    clientGone: false,
  };
  try {
    const result = await runCall(run, call, tiers, credential.pinnedChannelId !== undefined);
    observeCall(call, typeof result === 'string' ? result : 'fault');
    if (typeof result === 'string') return;
    recordFailure(run, call, result);
    writeFault(arrival.response, result, arrival.requestId);
  } finally {
    run.wallet.void(reservation);
  }
}
