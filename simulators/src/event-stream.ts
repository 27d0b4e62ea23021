import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import { drip, gapOf } from './respond.ts';
import { cutConnection } from './connection-cut.ts';
import type { Call } from './endpoint.ts';

export interface EventStream {
  /** Sends one event; waits while the reader is slow. */
  send(value: unknown): Promise<void>;
  /** Sends text unchanged. */
  sendText(text: string): Promise<void>;
  end(): void;
}

/** Starts an SSE response (or one of another type), applying the call's transport faults. */
export function openEventStream(
  { script, response, clock, framing, transform }: Call,
  type = 'text/event-stream; charset=utf-8',
): EventStream {
  const gzipped = script.fault === 'gzip' || script.fault === 'gzip-bomb';
  response.writeHead(200, {
    'content-type': framing?.contentType ?? type,
    'cache-control': 'no-cache',
    'x-request-id': 'req_simulated',
    ...(gzipped ? { 'content-encoding': 'gzip' } : {}),
  });
  response.flushHeaders();
  let sink: Writable = response;
  if (gzipped) {
    sink = createGzip({ flush: constants.Z_SYNC_FLUSH });
    sink.pipe(response);
  }
  const gapMs = gapOf(script);
  const last = script.cut_after ?? script.end_after ?? Infinity;
  let events = 0;

  async function sendText(text: string): Promise<void> {
    if (events >= last) return stopEarly();
    events += 1;
    for (const chunk of piecesOf(framing?.encode(text) ?? Buffer.from(text))) {
      if (gapMs > 0) await clock.wait(gapMs);
      if (response.destroyed) return;
      const free = sink.write(chunk);
      if (script.fault === 'split-bytes') await nextTurn();
      if (!free) await drained(sink, response);
    }
  }

  function stopEarly(): void {
    // One turn later, so that earlier writes have been sent.
    if (script.cut_after !== undefined) setImmediate(() => cutConnection(response));
    else if (!response.writableEnded) sink.end();
  }

  function piecesOf(bytes: Buffer): Buffer[] {
    if (script.fault === 'slow-drip') return drip(bytes);
    if (script.fault === 'split-bytes')
      return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    return [bytes];
  }

  const dressed = (value: unknown) =>
    transform && typeof value === 'object' ? transform({ ...value }) : value;

  return {
    send: (value) => sendText(`data: ${JSON.stringify(dressed(value))}\n\n`),
    sendText,
    end: () => {
      if (events >= last) stopEarly();
      else if (!response.destroyed) sink.end();
    },
  };
}

/** Waits until the reader has caught up or disconnected. */
export function drained(sink: Writable, response: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      sink.off('drain', done);
      response.off('close', done);
      resolve();
    };
    sink.on('drain', done);
    response.on('close', done);
  });
}
