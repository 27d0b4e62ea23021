import { once } from 'node:events';
import { type IncomingMessage, request as startRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { registry } from '../src/platform/metrics.ts';

export interface LateCallOptions {
  method?: string;
  headers: Record<string, string>;
  body: unknown;
  /** In chunks, which only Node's parser reads; otherwise with its length. */
  isChunked: boolean;
}

/** A call that the gateway has admitted, and whose body it awaits. */
export interface LateCall {
  /** Sends the rest of the body; resolves with the response. */
  complete(): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Begins a call; resolves once its caller was admitted and the first half of its body is being held. */
export async function beginLateCall(
  url: string,
  { method = 'POST', headers, body, isChunked }: LateCallOptions,
): Promise<LateCall> {
  const bytes = Buffer.from(JSON.stringify(body));
  const half = bytes.length >> 1;
  const length = isChunked ? {} : { 'content-length': String(bytes.length) };
  const request = startRequest(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers, ...length },
  });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  const before = await countHeldBytes();
  request.write(bytes.subarray(0, half));
  while ((await countHeldBytes()) === before) await new Promise((done) => setImmediate(done));
  return {
    async complete() {
      request.end(bytes.subarray(half));
      const [response] = await responded;
      const { statusCode: status = 0 } = response;
      return { status, body: JSON.parse(await text(response)) as Record<string, unknown> };
    },
  };
}

async function countHeldBytes(): Promise<number> {
  const metrics = await registry.metrics();
  return Number(/^tollgate_bodies_held_bytes (\d+)$/m.exec(metrics)?.[1]);
}
