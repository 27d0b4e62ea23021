import { classifyFault, type UpstreamFault } from '@tollgate/dialects';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import {
  openGuardedWebSocket,
  readRejectedUpgrade,
  type SocketTarget,
} from '../../platform/guarded-websocket.ts';
import { responseFault, networkFault } from '../errors/upstream-faults.ts';

/** Opens the upstream side of a session, paused; resolves with a fault if it is rejected or unreachable. */
export function connectUpstream(target: SocketTarget): Promise<WebSocket | UpstreamFault> {
  return new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = openGuardedWebSocket(target);
    } catch (error) {
      return resolve(networkFault(error as Error));
    }
    socket.once('open', () => {
      // Paused until its owner has attached listeners.
      socket.pause();
      resolve(socket);
    });
    socket.once('unexpected-response', (_request, response) => {
      readRejectedUpgrade(response).then(
        (body) => {
          resolve(responseFault(response.statusCode ?? 502, headersOf(response), body));
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
