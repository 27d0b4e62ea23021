import { type RequestListener, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ClientErrors } from './client-errors.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { FastPathResponse } from './fast-path-response.ts';
import {
  FastPathConnection,
  type FastPathLimits,
  type FastPathOwner,
} from './fast-path-connection.ts';
import { PipelinedRequests } from './pipelined-requests.ts';
import type { FastPathRequest } from './fast-path-request.ts';

export interface RequestLimits {
  /** From the first to the last byte of a request: a slower sender blocks a connection for nothing. */
  wholeRequestMs: number;
  headersMs: number;
  /** How long an idle connection stays open. */
  keepAliveMs: number;
  /** How long a client may read nothing of a finished response. */
  stalledMs: number;
  /** How often the limits are checked. */
  checkIntervalMs: number;
}

/** Serves plain requests. */
export interface FastPathService {
  serves: (url: string) => boolean;
  serve: (request: FastPathRequest, response: FastPathResponse) => void;
  /** Which connections are served at all; all of them if unset. */
  connections?: Pick<ConnectionLimit, 'admit'>;
}

/**
 * Enough for a large upload over a slow line. Responses may take as long as they need: no limit here applies
 * to them.
 */
const LIMITS: RequestLimits = {
  wholeRequestMs: 300_000,
  headersMs: 60_000,
  keepAliveMs: 75_000,
  stalledMs: 120_000,
  checkIntervalMs: 10_000,
};

/**
 * Opens the HTTP server, with limits on how slowly a request may arrive; a slower one gets 408 and its
 * connection is closed. Connections with plain requests are served without Node's parser (ADR 16).
 */
export function openHttpServer(
  listener: RequestListener,
  plain: FastPathService,
  limits: RequestLimits = LIMITS,
): Server {
  return new HybridHttpServer(listener, plain, limits);
}

/** Node's server, which takes over connections whose requests are not plain. */
class HybridHttpServer extends Server implements FastPathOwner {
  readonly #plain = new Set<FastPathConnection>();
  /** Connections handed to Node, which loses sight of those that ask for an upgrade. */
  readonly #handedOver = new Set<Socket>();
  /** Unfinished responses served by Node. */
  readonly #answers = new Set<ServerResponse>();
  readonly #service: FastPathService;
  readonly #serveByNode: (socket: Socket) => void;
  #clock: NodeJS.Timeout | undefined;

  constructor(listener: RequestListener, service: FastPathService, limits: RequestLimits) {
    const errors = new ClientErrors();
    const pipelined = new PipelinedRequests();
    super(
      {
        requestTimeout: limits.wholeRequestMs,
        headersTimeout: limits.headersMs,
        keepAliveTimeout: limits.keepAliveMs,
        connectionsCheckingInterval: limits.checkIntervalMs,
        // A client that offers another protocol (Java's HTTP/2) gets an ordinary response.
        shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      },
      (request, response) => {
        errors.began(response);
        pipelined.add(response, () => {
          this.#answers.add(response);
          response.once('close', () => this.#answers.delete(response));
          listener(request, response);
        });
      },
    );
    this.on('clientError', errors.take);
    this.#service = service;
    const byNode = this.listeners('connection') as ((socket: Socket) => void)[];
    this.removeAllListeners('connection');
    this.#serveByNode = (socket) => {
      for (const listen of byNode) listen.call(this, socket);
    };
    const ticks = (ms: number) => Math.ceil(ms / limits.checkIntervalMs);
    const plainLimits: FastPathLimits = {
      wholeRequest: ticks(limits.wholeRequestMs),
      // A second more than announced to the client: its next request may already be in flight.
      idle: ticks(limits.keepAliveMs + 1000),
      stalledMs: limits.stalledMs,
      keepAlive: `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(limits.keepAliveMs / 1000)}\r\n`,
    };
    this.on('connection', (socket: Socket) => {
      if (service.connections?.admit(socket) === false) return;
      this.#plain.add(new FastPathConnection(socket, this, plainLimits));
    });
    this.on('listening', () => {
      this.#clock = setInterval(() => {
        for (const connection of this.#plain) connection.tick();
        for (const response of this.#answers) waitForReader(response, limits.stalledMs);
      }, limits.checkIntervalMs).unref();
    });
    this.on('close', () => clearInterval(this.#clock));
  }

  serves(url: string): boolean {
    return this.#service.serves(url);
  }

  serve(request: FastPathRequest, response: FastPathResponse): void {
    this.#service.serve(request, response);
  }

  handOver(connection: FastPathConnection, socket: Socket): void {
    this.#plain.delete(connection);
    this.#handedOver.add(socket);
    socket.once('close', () => this.#handedOver.delete(socket));
    this.#serveByNode(socket);
    socket.resume();
  }

  closed(connection: FastPathConnection): void {
    this.#plain.delete(connection);
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const connection of this.#plain) connection.closeIfIdle();
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const socket of this.#handedOver) socket.destroy();
    for (const connection of this.#plain) connection.close();
  }
}

/**
 * Limits how long a finished response of Node's may wait to be read. Only the socket knows whether anything
 * is being read, and Node closes one that reports a timeout. Node sets its own limit once everything is
 * flushed.
 */
function waitForReader(response: ServerResponse, stalledMs: number): void {
  const { socket } = response;
  if (
    !socket ||
    !response.writableEnded ||
    response.writableFinished ||
    socket.timeout === stalledMs
  )
    return;
  socket.setTimeout(stalledMs);
  response.prependOnceListener('finish', () => socket.setTimeout(0));
}
