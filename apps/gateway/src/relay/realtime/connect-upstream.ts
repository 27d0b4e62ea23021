import { classifyFault, type UpstreamFault } from '@tollgate/dialects';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import {
  AddressNotAllowed,
  createGuardedLookup,
  isUrlReachable,
} from '../../platform/address-guard.ts';
import { answerFault, networkFault } from '../attempt.ts';

export const MESSAGE_BYTES_MAX = 32 * 1024 * 1024;
const HANDSHAKE_MS = 15_000;
const REFUSAL_BYTES_MAX = 65_536;

export interface UpstreamTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  allowPrivate: boolean;
}

/** Opens the upstream's side of a talk, paused; a fault where it is refused or can't be reached. */
export function connectUpstream({
  url,
  headers,
  allowPrivate,
}: UpstreamTarget): Promise<WebSocket | UpstreamFault> {
  const address = new URL(url);
  if (!isUrlReachable(address, allowPrivate))
    return Promise.resolve(networkFault(new AddressNotAllowed(address.hostname)));
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), {
      headers: { ...headers },
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MESSAGE_BYTES_MAX,
      followRedirects: false,
      lookup: createGuardedLookup(allowPrivate),
    });
    socket.once('open', () => {
      // Whoever takes it listens first.
      socket.pause();
      resolve(socket);
    });
    socket.once('unexpected-response', (_request, response) => {
      readRefusal(response).then(
        (body) => {
          resolve(answerFault(response.statusCode ?? 502, headersOf(response), body));
          socket.terminate();
        },
        () =>
          resolve(
            classifyFault({ status: response.statusCode ?? 502, headers: {}, bodyExcerpt: '' }),
          ),
      );
    });
    socket.on('error', (error) => resolve(networkFault(error)));
  });
}

function headersOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function readRefusal(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > REFUSAL_BYTES_MAX) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
