import type { ServerResponse } from 'node:http';

const cut = new WeakSet<ServerResponse>();

/** Cuts the connection as a crashed upstream does. */
export function cutConnection(response: ServerResponse): void {
  cut.add(response);
  response.socket?.destroy();
}

/** Whether the simulator itself cut the connection, rather than the client. */
export function wasCut(response: ServerResponse): boolean {
  return cut.has(response);
}
