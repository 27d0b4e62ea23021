import cluster from 'node:cluster';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConsoleApi, openConsoleApi } from './api/server.ts';
import { createChannelTester } from './domain/channels/channel-test.ts';
import type { Domain } from './domain/domain.ts';
import { openDomain } from './domain/open-domain.ts';
import { ensureFirstUser } from './domain/accounts/first-boot.ts';
import { createGatewayJobs } from './domain/jobs/gateway-jobs.ts';
import type { JobScheduler } from './domain/jobs/job-scheduler.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Logger } from './platform/logger.ts';
import type { PasswordCost } from './platform/passwords.ts';
import { closeAfterResponse, drainServer } from './drain.ts';

import type { HttpResponse, HttpRequest } from './platform/http-server/http-exchange.ts';
import { AppError } from './platform/app-error.ts';
import { bodyMemory } from './platform/body-memory.ts';
import { ByteBudget } from './platform/byte-budget.ts';
import { trustedRanges } from './platform/client-address.ts';
import { ConnectionLimit } from './platform/http-server/connection-limit.ts';
import { openHttpServer } from './platform/http-server/open-http-server.ts';
import { toCallerError } from './relay/errors/caller-error.ts';
import { createRelay, type Relay } from './relay/relay.ts';
import { serveProbe } from './probes.ts';

export { environmentNames, readConfig } from './platform/config.ts';

export interface App {
  readonly domain: Domain;
  readonly relay: Relay;
  readonly jobs: JobScheduler;
  /** `http://host:port`, with the actual port. */
  readonly url: string;
  /** True on the first start, when the first super admin was created. */
  readonly firstBoot: boolean;
  /**
   * Stops accepting, serves what still arrives on open connections for `lingerMs`, lets running calls finish
   * (at most `graceMs`), settles, closes.
   */
  close(graceMs?: number, lingerMs?: number): Promise<void>;
}

export interface AppOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  random?: () => number;
  /** Of hashing new passwords; OWASP's by default. */
  passwordCost?: PasswordCost;
}

/** Opens everything and listens: requests go to the relay first, then to the console API and the console. */
export async function startApp({
  config,
  log,
  clock = systemClock,
  ...given
}: AppOptions): Promise<App> {
  const domain = await openDomain({ config, clock, log, ...given });
  const firstBoot = await ensureFirstUser(domain);
  const bodies = new ByteBudget(bodyMemory(config));
  const relay = createRelay({ domain, bodies, ...(given.random && { random: given.random }) });
  const tester = createChannelTester(domain);
  const jobs = createGatewayJobs(domain, tester);
  const api = await openConsoleApi(domain, tester, bodies);
  const state = { draining: false };
  const { realtime, openCalls, serves } = relay;
  const takeCall = (request: HttpRequest, response: HttpResponse) => {
    if (state.draining) closeAfterResponse(response);
    return relay.handle(request, response);
  };
  const server = openHttpServer(
    (request, response) => {
      if (!takeCall(request, response)) route({ api, domain, state }, request, response);
    },
    { serves, serve: takeCall, connections: limitConnections(config) },
  );
  server.on('upgrade', (request, socket, head) =>
    realtime.handleUpgrade({ request, socket, head }),
  );
  await listen(server, config);
  jobs.start();
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return {
    domain,
    relay,
    jobs,
    firstBoot,
    url: `http://${host}:${port}`,
    async close(graceMs = 60_000, lingerMs = 0) {
      state.draining = true;
      realtime.drain();
      await drainServer(server, { graceMs, lingerMs, openCalls, cut: relay.interrupt });
      domain.logs.close();
      // Charges are stored even if everything else fails.
      await (async () => {
        await jobs.stop();
        await relay.close();
      })().finally(() => domain.close());
    },
  };
}

/** Limits the connections of an address. Which language it reads is not known yet. */
function limitConnections(config: Config) {
  const { message, type, code } = toCallerError(new AppError('relay_too_many_connections'), 'en');
  const refusal = JSON.stringify({ error: { message, type, code, param: null } });
  return new ConnectionLimit({
    max: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: trustedRanges(config),
    refusal,
  });
}

interface Handlers {
  api: ConsoleApi;
  domain: Domain;
  state: { draining: boolean };
}

function route(
  { api, domain, state }: Handlers,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (serveProbe({ domain, draining: state.draining }, request, response)) return;
  api(request, response);
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Workers each have their own socket on the shared port, and the kernel distributes connections: a
    // connection to a dying worker is reset at once rather than left hanging.
    const shared = cluster.isWorker ? { exclusive: true, reusePort: true } : {};
    server.listen({ port: config.PORT, host: config.HOST, ...shared }, () => resolve());
  });
}
