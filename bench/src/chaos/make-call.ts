import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { CallRecord } from './call-record.ts';
import { CHAOS_MODEL, priceMaxOf, priceOf } from './chaos-prices.ts';
import type { ResponseScript } from './chaos-upstream.ts';

const GIVE_UP_MS = 150_000;
const PIECE = /"delta":\{[^}]*"content":"word "/g;
const ERROR_EVENT = /"error":\s*\{/;

export interface CallPlan {
  /** Origin of the gateway. */
  url: string;
  agent: Agent;
  key: string;
  funded: boolean;
  stream: boolean;
  script: ResponseScript;
  /** Number of chunks after which the client disconnects. */
  leavesAfter?: number | undefined;
}

/** Makes one call and records its outcome. Never rejects. */
export function makeCall(plan: CallPlan): Promise<CallRecord> {
  return new Promise((resolve) => new RunningCall(plan, resolve));
}

class RunningCall {
  readonly #plan: CallPlan;
  readonly #resolve: (record: CallRecord) => void;
  readonly #request: ClientRequest;
  #response: IncomingMessage | undefined;
  #text = '';
  #left = false;

  constructor(plan: CallPlan, resolve: (record: CallRecord) => void) {
    this.#plan = plan;
    this.#resolve = resolve;
    this.#request = request(`${plan.url}/v1/chat/completions`, {
      method: 'POST',
      agent: plan.agent,
      timeout: GIVE_UP_MS,
      headers: { authorization: `Bearer ${plan.key}`, 'content-type': 'application/json' },
    });
    this.#request.once('timeout', () => this.#request.destroy());
    this.#request.once('error', () => this.#end());
    this.#request.once('response', (response) => this.#read(response));
    this.#request.end(bodyOf(plan));
  }

  #read(response: IncomingMessage): void {
    this.#response = response.setEncoding('utf8');
    response.on('data', (text: string) => {
      this.#text += text;
      const { leavesAfter } = this.#plan;
      if (leavesAfter === undefined || this.#left || this.#delivered < leavesAfter) return;
      this.#left = true;
      response.destroy();
    });
    response.once('error', () => {});
    response.once('close', () => this.#end());
  }

  get #delivered(): number {
    const { stream, script } = this.#plan;
    if (stream) return this.#text.match(PIECE)?.length ?? 0;
    return this.#text === '' ? 0 : script.chunks;
  }

  #end(): void {
    const { funded, script } = this.#plan;
    const response = this.#response;
    this.#resolve({
      requestId: response?.headers['x-request-id'] as string | undefined,
      funded,
      ending: this.#ending(),
      status: response?.statusCode ?? 0,
      code: /"code":\s*"([^"]+)"/.exec(this.#text)?.[1] ?? '',
      delivered: response?.statusCode === 200 ? this.#delivered : 0,
      hasErrorEvent: ERROR_EVENT.test(this.#text),
      price: priceOf(script.chunks),
      priceMax: priceMaxOf(limitOf(script)),
    });
  }

  #ending(): CallRecord['ending'] {
    const response = this.#response;
    if (response === undefined) return 'unreachable';
    if (response.statusCode !== 200) return 'refused';
    const end = this.#plan.stream ? 'data: [DONE]' : '"total_tokens"';
    if (response.complete && this.#text.includes(end)) return 'complete';
    return this.#left ? 'left' : 'cut';
  }
}

/** Twice the length of the response, so that an upstream that respects the limit never truncates it. */
function limitOf({ chunks }: ResponseScript): number {
  return chunks * 2;
}

function bodyOf({ stream, script }: CallPlan): string {
  return JSON.stringify({
    model: CHAOS_MODEL,
    max_tokens: limitOf(script),
    stream,
    messages: [{ role: 'user', content: JSON.stringify(script) }],
  });
}
