import { isTooComplex, type JobTransport } from '@tollgate/dialects';
import { ChunkList } from '../../platform/chunk-list.ts';
import { UpstreamTimeout } from '../http1/connection.ts';
import { MalformedResponse } from '../http1/response-head.ts';
import { ResponseHeaders } from '../http1/response-headers.ts';
import type { UpstreamRequest } from '../../domain/channels/upstream-request.ts';
import type {
  UpstreamCall,
  UpstreamEvents,
  UpstreamHeaders,
} from '../http1/upstream-http-client.ts';

/** Milliseconds before each poll of a job; the last one repeats. */
const PAUSES = [0, 1000, 2000, 3000];
const POLLS_MAX = 200;
/** Timeout for the response to each request, in milliseconds. */
const REQUEST_MS = 300_000;
const BYTES_MAX = 4 * 1024 * 1024;
const JSON_HEADERS = new ResponseHeaders('content-type: application/json', 'application/json');

export interface JobInput {
  request: UpstreamRequest;
  job: JobTransport;
  send: (request: UpstreamRequest, events: UpstreamEvents) => UpstreamCall;
  pauses?: readonly number[];
  requestMs?: number;
}

/**
 * Sends a request that only starts a job, and polls it until it is done, presenting a single response to the
 * listener.
 */
export function sendAsJob(input: JobInput, events: UpstreamEvents): UpstreamCall {
  return new JobCall(input, events);
}

class JobCall implements UpstreamCall {
  readonly #input: JobInput;
  readonly #events: UpstreamEvents;
  #call: UpstreamCall;
  /** Runs until the next poll, or until a request times out. */
  #timer: NodeJS.Timeout | undefined;
  #polls = 0;
  #over = false;

  constructor(input: JobInput, events: UpstreamEvents) {
    this.#input = input;
    this.#events = events;
    this.#call = this.#send(input.request, (body) => this.#begun(body));
  }

  get reached(): boolean {
    return this.#polls > 0 || this.#call.reached;
  }

  abort(): void {
    clearTimeout(this.#timer);
    this.#call.abort();
    this.#fail(new Error('aborted'));
  }

  /** Not needed: responses are small, and only reported when complete. */
  pause(): void {}
  resume(): void {}

  #begun(response: Buffer): void {
    const url = this.#input.job.pollUrl(response);
    if (url === undefined) return this.#report(200, JSON_HEADERS, response);
    this.#poll(url);
  }

  #poll(url: string): void {
    if (this.#polls >= POLLS_MAX) return this.#fail(new UpstreamTimeout('UPSTREAM_PIECE_TIMEOUT'));
    const { pauses = PAUSES, job, request } = this.#input;
    const pause = pauses[Math.min(this.#polls++, pauses.length - 1)] ?? 0;
    this.#timer = setTimeout(() => {
      this.#call = this.#send({ ...request, url, method: 'GET', body: undefined }, (response) =>
        job.isRunning(response)
          ? this.#poll(url)
          : this.#report(200, JSON_HEADERS, Buffer.from(job.finish(response))),
      );
    }, pause);
  }

  /** Sends one request and reads its whole response; anything but success is reported as it is. */
  #send(request: UpstreamRequest, onResponse: (body: Buffer) => void): UpstreamCall {
    const chunks = new ChunkList();
    let status = 0;
    let headers: UpstreamHeaders = JSON_HEADERS;
    const call = this.#input.send(request, {
      started(responseStatus, responseHeaders) {
        status = responseStatus;
        headers = responseHeaders;
      },
      data: (chunk) => {
        if (this.#over) return;
        if (chunks.bytes + chunk.length <= BYTES_MAX) return chunks.push(chunk);
        // Before the abort, which is reported as a failure, too.
        this.#fail(new MalformedResponse('the response of a job is too large'));
        call.abort();
      },
      ended: () => {
        clearTimeout(this.#timer);
        const body = chunks.take();
        if (this.#over) return;
        // Whoever reads responses refuses one that would take too long to parse.
        if (status < 300 && !isTooComplex(body)) onResponse(body);
        else this.#report(status, headers, body);
      },
      failed: (error) => this.#fail(error),
    });
    this.#timer = setTimeout(() => {
      this.#fail(new UpstreamTimeout('UPSTREAM_HEAD_TIMEOUT'));
      call.abort();
    }, this.#input.requestMs ?? REQUEST_MS);
    return call;
  }

  #report(status: number, headers: UpstreamHeaders, body: Buffer): void {
    this.#over = true;
    this.#events.started(status, headers);
    this.#events.data(body);
    this.#events.ended();
  }

  #fail(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#events.failed(error);
  }
}
