import type { Socket } from 'node:net';
import { Counter } from 'prom-client';
import { countedNetwork } from '../client-address.ts';
import { registry } from '../metrics.ts';

const refused = new Counter({
  name: 'tollgate_connections_refused_total',
  help: 'Connections refused because their address had too many open',
  registers: [registry],
});

/** How long a refused client may take to read why. */
const FAREWELL_MS = 1000;

export interface ConnectionLimitOptions {
  /** Most open connections of one network; 0 means no limit. */
  max: number;
  trustedProxies: readonly string[];
  /** Body of the response to a connection beyond the limit, in JSON. */
  refusal: string;
}

/**
 * Limits how many connections one address, or one /64 of IPv6, has open in this process, idle ones included:
 * whoever opens all that a process can have stops everybody. Proxies are not counted, as others stand behind
 * them.
 */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions;
  readonly #open = new Map<string, number>();

  constructor(options: ConnectionLimitOptions) {
    this.#options = options;
  }

  /** Counts a connection until it closes. Returns false, and answers it, if its network has too many. */
  admit(socket: Socket): boolean {
    const { max, trustedProxies } = this.#options;
    const network = max === 0 ? undefined : countedNetwork(socket, trustedProxies);
    if (network === undefined) return true;
    const open = this.#open.get(network) ?? 0;
    if (open >= max) return this.#refuse(socket);
    this.#open.set(network, open + 1);
    socket.once('close', () => this.#leave(network));
    return true;
  }

  #leave(network: string): void {
    const open = (this.#open.get(network) ?? 0) - 1;
    if (open > 0) this.#open.set(network, open);
    else this.#open.delete(network);
  }

  #refuse(socket: Socket): false {
    refused.inc();
    const { refusal } = this.#options;
    socket.on('error', () => {});
    // What it sends is read, or the connection would be reset before the response arrives.
    socket.resume();
    socket.end(
      'HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n' +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(refusal)}\r\n\r\n${refusal}`,
    );
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
    return false;
  }
}
