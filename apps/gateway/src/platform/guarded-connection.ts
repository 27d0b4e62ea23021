import { connect, type Socket } from 'node:net';
import { AddressNotAllowed, createGuardedLookup, isHostAllowed } from './ssrf-guard.ts';

export interface ConnectionTarget {
  /** A host name or an address. */
  host: string;
  port: number;
  allowPrivate: boolean;
  timeoutMs: number;
}

/**
 * Opens a TCP connection to a user-supplied address, connecting to the very address that was checked. Rejects
 * with AddressNotAllowed, or with an error of code ETIMEDOUT.
 */
export function openGuardedConnection(target: ConnectionTarget): Promise<Socket> {
  const { host, port, allowPrivate, timeoutMs } = target;
  if (!isHostAllowed(host, allowPrivate)) return Promise.reject(new AddressNotAllowed(host));
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: createGuardedLookup(allowPrivate) });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const giveUp = () =>
      fail(Object.assign(new Error(`no connection to ${host}`), { code: 'ETIMEDOUT' }));
    socket.setTimeout(timeoutMs, giveUp);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      // It may be reset before the caller listens, and without a listener that would end the process.
      socket.on('error', () => {});
      socket.off('timeout', giveUp);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
