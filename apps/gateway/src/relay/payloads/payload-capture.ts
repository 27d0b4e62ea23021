import type { UpstreamFault } from '@tollgate/dialects';
import type { PayloadLog } from '../../domain/payloads/payload-log.ts';
import { countPayload } from '../../domain/payloads/payload-metrics.ts';
import type { AskedCall, AttemptFault } from '../../domain/payloads/payload.ts';
import type { ResponseTap } from '../../platform/http-server/http-exchange.ts';
import type { Attempt } from '../attempt/logged-attempt.ts';
import type { Caller } from '../caller.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { RelayRoute } from '../request/routes.ts';
import { BodyCapture } from './body-capture.ts';
import type { CapturedCall } from './captured-call.ts';
import type { PayloadMemoryBudget } from './payload-memory-budget.ts';

/** Headers that affect how a call is interpreted, none of which identifies the caller. */
const SAFE_HEADERS = [
  'accept',
  'anthropic-beta',
  'anthropic-version',
  'content-type',
  'openai-beta',
  'user-agent',
] as const;
const HEADER_LENGTH_MAX = 200;
const FAULTS_MAX = 20;
const FAULT_LENGTH_MAX = 2000;
const TEXT_TYPE = /^text\/|[/+](?:json|jsonl|ndjson|x-ndjson|xml|yaml|x-subrip)$/;

type InferenceRoute = Extract<RelayRoute, { name: 'inference' }>;

interface WatchedCall {
  readonly incoming: RelayRequest;
  readonly route: InferenceRoute;
  readonly caller: Caller;
}

interface CaptureContext {
  readonly payloads: PayloadLog;
  readonly payloadMemory: PayloadMemoryBudget;
}

/** Captures what one call sends and receives, if its key or model is selected for that (ADR 87). */
export class PayloadCapture implements CapturedCall, ResponseTap {
  readonly #context: CaptureContext;
  readonly #incoming: RelayRequest;
  readonly #caller: Pick<Caller, 'holder' | 'credential'>;
  readonly #route: InferenceRoute;
  #isChosen: boolean;
  #request: BodyCapture | undefined;
  #response: BodyCapture | undefined;
  #status = 0;
  #ended = false;
  readonly #faults: AttemptFault[] = [];

  private constructor(context: CaptureContext, { incoming, route, caller }: WatchedCall) {
    this.#context = context;
    this.#incoming = incoming;
    this.#route = route;
    this.#caller = caller;
    this.#isChosen = caller.holder.payloadLog;
  }

  /** Starts capturing a call; undefined if it can't be selected. */
  static open(context: CaptureContext, watched: WatchedCall): PayloadCapture | undefined {
    if (!context.payloads.watches(watched.caller.holder)) return undefined;
    const capture = new PayloadCapture(context, watched);
    watched.incoming.response.tap = capture;
    return capture;
  }

  get storedAs(): string | undefined {
    return this.#isChosen ? this.#incoming.callId : undefined;
  }

  decide(model: string): boolean {
    this.#isChosen ||= this.#context.payloads.keepsModel(model);
    if (!this.#isChosen) this.#drop();
    return this.#isChosen;
  }

  request(bytes: Uint8Array, isForm: boolean): void {
    const type = typeOf(this.#incoming.request.headers['content-type']);
    this.#request = this.#open(type, !isForm);
    this.#request.add(bytes);
  }

  head(status: number, headers: readonly string[]): void {
    const type = typeOf(headers[headers.indexOf('content-type') + 1]);
    this.#status = status;
    this.#response = this.#open(type, TEXT_TYPE.test(type));
  }

  chunk(bytes: Uint8Array): void {
    this.#response?.add(bytes);
  }

  end(): void {
    this.#ended = !this.#incoming.response.destroyed;
  }

  recordFault({ channel, name, status }: Attempt, { excerpt, message }: UpstreamFault): void {
    if (this.#faults.length >= FAULTS_MAX) return;
    const text = (excerpt || message).slice(0, FAULT_LENGTH_MAX);
    this.#faults.push({ channel, name, status, said: text });
  }

  finish(): void {
    const { payloads } = this.#context;
    if (!this.#isChosen) return this.#drop();
    const [request, response] = [this.#request, this.#response];
    if (request?.isOutOfMemory || response?.isOutOfMemory) {
      countPayload('no_room');
      return this.#drop();
    }
    const { callId, requestId, path, model } = this.#incoming;
    const { holder, credential } = this.#caller;
    payloads.keep(
      {
        callId,
        userId: holder.userId,
        credential: credential.key,
        request_id: requestId,
        path: path.slice(0, HEADER_LENGTH_MAX),
        asked: describeRoute(this.#route),
        model: model.slice(0, HEADER_LENGTH_MAX),
        key_id: holder.apiKeyId,
        key_name: holder.apiKeyName,
        headers: this.#safeHeaders(),
        request: request?.end(),
        response: response && { ...response.end(), status: this.#status, ended: this.#ended },
        faults: this.#faults,
      },
      () => this.#drop(),
    );
  }

  #open(type: string, isText: boolean): BodyCapture {
    const { payloadMemory, payloads } = this.#context;
    return new BodyCapture(payloadMemory, payloads.bodyBytesMax, { type, isText });
  }

  #safeHeaders(): Record<string, string> {
    const { headers } = this.#incoming.request;
    return Object.fromEntries(
      SAFE_HEADERS.flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value.slice(0, HEADER_LENGTH_MAX)]] : [];
      }),
    );
  }

  #drop(): void {
    if (this.#incoming.response.tap === this) this.#incoming.response.tap = undefined;
    this.#request?.release();
    this.#response?.release();
    this.#request = undefined;
    this.#response = undefined;
  }
}

const typeOf = (header: unknown) =>
  typeof header === 'string'
    ? (header.split(';', 1)[0] ?? '').trim().toLowerCase().slice(0, 100)
    : '';

function describeRoute({ dialect, kind, media, model, compacts }: InferenceRoute): AskedCall {
  return { dialect, kind: media ? undefined : kind, model, compacts };
}
