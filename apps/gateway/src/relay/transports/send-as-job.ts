import type { JobTransport } from '@tollgate/dialects';
import { UpstreamTimeout } from '../http1/connection.ts';
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
export function sendAsJob(wish: JobInput, events: UpstreamEvents): UpstreamCall {
  return new JobCall(wish, events);
}

class JobCall implements UpstreamCall {
  readonly #wish: JobInput;
  readonly #events: UpstreamEvents;
  #call: UpstreamCall;
  /** Runs until the next poll, or until a request times out. */
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;
  #over = false;

  constructor(wish: JobInput, events: UpstreamEvents) {
    this.#wish = wish;
    this.#events = events;
    this.#call = this.#send(wish.request, (body) => this.#begun(body));
  }

  get reached(): boolean {
    return this.#looks > 0 || this.#call.reached;
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
    const url = this.#wish.job.pollUrl(response);
    if (url === undefined) return this.#tell(200, JSON_HEADERS, response);
    this.#look(url);
  }

  #look(url: string): void {
    if (this.#looks >= POLLS_MAX) return this.#fail(new UpstreamTimeout('UPSTREAM_PIECE_TIMEOUT'));
    const { pauses = PAUSES, job, request } = this.#wish;
    const pause = pauses[Math.min(this.#looks++, pauses.length - 1)] ?? 0;
    this.#timer = setTimeout(() => {
      this.#call = this.#send({ ...request, url, method: 'GET', body: undefined }, (response) =>
        job.isRunning(response)
          ? this.#look(url)
          : this.#tell(200, JSON_HEADERS, Buffer.from(job.finish(response))),
      );
    }, pause);
  }

  /** Sends one request and reads its whole response; anything but success is reported as it is. */
  #send(request: UpstreamRequest, answered: (body: Buffer) => void): UpstreamCall {
    const chunks: Buffer[] = [];
    let status = 0;
    let size = 0;
    let headers: UpstreamHeaders = JSON_HEADERS;
    const call = this.#wish.send(request, {
      started(given, all) {
        status = given;
        headers = all;
      },
      data: (chunk) => {
        size += chunk.length;
        if (size > BYTES_MAX) call.abort();
        else chunks.push(chunk);
      },
      ended: () => {
        clearTimeout(this.#timer);
        const body = Buffer.concat(chunks);
        if (this.#over) return;
        if (status < 300) answered(body);
        else this.#tell(status, headers, body);
      },
      failed: (error) => this.#fail(error),
    });
    this.#timer = setTimeout(() => {
      this.#fail(new UpstreamTimeout('UPSTREAM_HEAD_TIMEOUT'));
      call.abort();
    }, this.#wish.requestMs ?? REQUEST_MS);
    return call;
  }

  #tell(status: number, headers: UpstreamHeaders, body: Buffer): void {
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
