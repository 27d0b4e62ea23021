import type { SimulatorOptions } from './simulator-options.ts';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { sendError } from './respond.ts';
import { wasCut } from './connection-cut.ts';
import { serverError } from './faults.ts';
import {
  createRecorder,
  type RecordedRefusal,
  type Recorder,
  type RecordedRequest,
  type SimulatorStats,
} from './recorder.ts';
import { acceptSession } from './realtime/accept-session.ts';
import { type Scenario, type ScriptFunction, toScriptFunction } from './scenario.ts';
import { serveCall } from './serve-call.ts';
import type { ServerState, Wire } from './wire.ts';

export interface Simulator {
  readonly url: string;
  readonly port: number;
  /** The newest 1,000 requests, oldest first. */
  readonly requests: RecordedRequest[];
  /** The newest 1,000 requests refused for a broken rule, oldest first. */
  readonly refusals: RecordedRefusal[];
  /** Scripts the next calls of the whole server, overriding what a call requests. Undefined ends it. */
  script(scenario: ScriptFunction | Scenario | undefined): void;
  stats(): SimulatorStats;
  /** Resolves once the statistics satisfy the condition, now or after a later change. */
  until(condition: (stats: SimulatorStats) => boolean): Promise<void>;
  /** Closes the port and all connections: calls are refused until `accept`. */
  refuse(): Promise<void>;
  /** Listens on the same port again. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an upstream on a real socket that speaks one vendor's API, with scripted faults (see script.ts). */
export async function startSimulator(
  wire: Wire,
  options: SimulatorOptions = {},
): Promise<Simulator> {
  const recorder = createRecorder();
  const state: ServerState = { wire, options, recorder, next: undefined, scripted: 0 };
  const server = createServer((request, response) => {
    watch(response, recorder);
    serveCall(state, request, response).catch((error: unknown) => giveUp(response, error));
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    (wire.acceptSocket ?? acceptSession)(state, request, socket, head);
  });
  server.on('connection', (socket) => {
    recorder.change({ connections: 1 });
    socket.once('close', () => recorder.change({ connections: -1 }));
  });
  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, options.port ?? 0, host);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: recorder.requests,
    refusals: recorder.refusals,
    script(scenario) {
      state.next = scenario && toScriptFunction(scenario);
      state.scripted = 0;
    },
    stats: recorder.stats,
    until: recorder.until,
    refuse: () => stop(server, sockets),
    accept: async () => void (await listen(server, port, host)),
    close: () => stop(server, sockets),
  };
}

function watch(response: ServerResponse, recorder: Recorder): void {
  recorder.change({ calls: 1, open: 1 });
  response.once('close', () =>
    recorder.change({ open: -1, abandoned: response.writableFinished || wasCut(response) ? 0 : 1 }),
  );
}

/** Handles a request that makes the simulator itself fail, such as a body with unexpected types. */
function giveUp(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else sendError(response, 500, serverError(`The simulator failed: ${String(error)}`));
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: Server, sockets: ReadonlySet<Duplex>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
  });
}
