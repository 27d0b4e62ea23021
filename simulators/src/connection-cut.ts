import type { ServerResponse } from 'node:http';

const cut = new WeakSet<ServerResponse>();

/** Breaks the connection off as a crashed upstream does. */
export function cutConnection(response: ServerResponse): void {
  cut.add(response);
  response.socket?.destroy();
}

/** Whether the simulator itself broke it off, not the client. */
export function wasCut(response: ServerResponse): boolean {
  return cut.has(response);
}
