import { LoadConnection } from './load-connection.ts';
import { startMetronome } from './metronome.ts';

export interface OpenLoopOptions {
  /** Origin and path. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Calls started per second, regardless of how many are running. */
  rate: number;
  seconds: number;
}

export interface OpenLoopResult {
  /** From the time a call was due to its last byte, so that waiting to be sent counts. */
  latenciesMs: number[];
  errors: number;
}

/** Makes calls at a fixed rate however long responses take, and times each from when it was due. */
export async function runOpenLoop(options: OpenLoopOptions): Promise<OpenLoopResult> {
  const { rate, seconds } = options;
  const { hostname, port } = new URL(options.url);
  const request = renderRequest(options);
  const total = rate * seconds;
  const latenciesMs = new Float64Array(total);
  const free: LoadConnection[] = [];
  let started = 0;
  let completed = 0;
  let errors = 0;
  const over = Promise.withResolvers<void>();

  function begin(dueMs: number): void {
    let connection = free.pop();
    // The server closes idle connections.
    while (connection?.closed) connection = free.pop();
    connection ??= new LoadConnection(hostname, Number(port));
    send(connection, dueMs);
  }

  function send(connection: LoadConnection, dueMs: number): void {
    connection.call(request, (good) => {
      if (good) latenciesMs[completed++] = performance.now() - dueMs;
      else errors += 1;
      if (!connection.closed) free.push(connection);
      if (completed + errors === total) over.resolve();
    });
  }

  let startedMs = 0;
  const stop = startMetronome(1000 / rate, () => {
    if (started === total) return;
    const nowMs = performance.now();
    if (started === 0) startedMs = nowMs;
    // A beat can't be early: if it seems so, the first one was late.
    begin(Math.min(nowMs, startedMs + (started * 1000) / rate));
    started += 1;
  });
  await over.promise;
  await stop();
  for (const connection of free) connection.close();
  return { latenciesMs: [...latenciesMs.subarray(0, completed)], errors };
}

function renderRequest({ url, headers, body }: OpenLoopOptions): Buffer {
  const { host, pathname } = new URL(url);
  const lines = [`POST ${pathname} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
