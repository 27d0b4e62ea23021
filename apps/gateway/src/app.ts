import type { FastifyInstance } from 'fastify';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createConsoleApi } from './api/server.ts';
import { type Domain, openDomain } from './domain/domain.ts';
import { ensureFirstUser } from './domain/first-boot.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Logger } from './platform/logger.ts';
import { createRelay, type Relay } from './relay/relay.ts';
import { answerProbe } from './probes.ts';

export interface App {
  readonly domain: Domain;
  readonly relay: Relay;
  /** `http://host:port`, the port as bound. */
  readonly url: string;
  /** True on the first start, when the first super admin was made. */
  readonly firstBoot: boolean;
  /** Stops accepting, lets open calls finish (at most `graceMs`), settles, closes. */
  close(graceMs?: number): Promise<void>;
}

export interface AppOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  random?: () => number;
}

/** Opens everything and listens: the relay first in line, then the console API and the console. */
export async function startApp({
  config,
  log,
  clock = systemClock,
  random,
}: AppOptions): Promise<App> {
  const domain = await openDomain({ config, clock, log });
  const firstBoot = await ensureFirstUser(domain);
  const relay = createRelay({ domain, ...(random ? { random } : {}) });
  const api = await createConsoleApi(domain);
  await api.ready();
  const state = { draining: false };
  const server = createServer((request, response) =>
    route({ relay, api, domain, state }, request, response),
  );
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  server.keepAliveTimeout = 75_000;
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return {
    domain,
    relay,
    firstBoot,
    url: `http://${host}:${port}`,
    async close(graceMs = 60_000) {
      state.draining = true;
      relay.startDraining();
      await drain(server, relay, graceMs);
      await relay.close();
      await api.close();
      await domain.close();
    },
  };
}

interface Doors {
  relay: Relay;
  api: FastifyInstance;
  domain: Domain;
  state: { draining: boolean };
}

function route(
  { relay, api, domain, state }: Doors,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (relay.handle(request, response)) return;
  if (answerProbe({ domain, draining: state.draining }, request, response)) return;
  api.routing(request, response);
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, () => resolve());
  });
}

/** Waits until all calls ended or the grace is over; then what is still open is cut. */
async function drain(server: Server, relay: Relay, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const deadline = Date.now() + graceMs;
  while (relay.openCalls() > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.closeIdleConnections();
  }
  server.closeAllConnections();
  await closed;
}
