import { BrokenRule, assertRule, parseJson } from '../dialects/assert-rule.ts';
import type {
  Completion,
  ClientError,
  DialectClient,
  ChatInput,
  StreamEvent,
  WireRequest,
} from '../dialects/conversation.ts';
import type { MockServers, Plan, CaseTrace } from '../mocks/mock-servers.ts';
import { type UpstreamKind, UPSTREAMS } from '../mocks/upstreams.ts';
import { readEvents, type Reply, send } from '../transport/send.ts';

/** How a call ended for its client. */
export type Outcome =
  | { kind: 'answer'; answer: Completion }
  /** An error instead of a response, or (status 200) after a stream has begun. */
  | { kind: 'error'; status: number; error: ClientError; text: string }
  /** The connection broke without an error event. */
  | { kind: 'cut'; text: string };

/** The expected charge of a call. */
export interface ExpectedCharge {
  requestId: string;
  model: string;
  /** Usage reported by the mock; undefined for a cut response, which is charged for what was delivered. */
  usage: { input: number; cached: number; output: number } | undefined;
  /** Whether anything was delivered. */
  delivered: boolean;
}

/** The gateway under test. */
export interface Target {
  baseUrl: string;
  key: string;
  /** Models by kind of upstream, as callers name them. */
  models: Readonly<Partial<Record<UpstreamKind, string>>>;
  /** Absent if the gateway has its own upstreams. */
  mocks?: MockServers | undefined;
  charges: ExpectedCharge[];
  /** Pattern that no request to an upstream may contain. */
  neverSend?: RegExp | undefined;
}

/** What one run of a case works with: a client, the gateway, and the mocks if there are any. */
export class CaseContext {
  readonly target: Target;
  readonly client: DialectClient;
  readonly stream: boolean;
  readonly trace: CaseTrace | undefined;
  /** The latest exchange, for the report. */
  last: { request: WireRequest; reply: Reply } | undefined;

  constructor(target: Target, client: DialectClient, stream: boolean, plan: Plan = () => ({})) {
    this.target = target;
    this.client = client;
    this.stream = stream;
    this.trace = target.mocks?.open((call) => ({ ...usageOf(call.number), ...plan(call) }));
  }

  /** Returns the text that begins a conversation; the mocks identify the case by its end. */
  text(words: string): string {
    return this.trace ? `${words} ${this.trace.tag}` : words;
  }

  model(kind: UpstreamKind): string {
    return this.target.models[kind] ?? UPSTREAMS[kind].model;
  }

  /** Requests a completion; throws the broken rule if the call does not succeed. */
  async complete(question: Omit<ChatInput, 'stream'>): Promise<Completion> {
    const outcome = await this.attempt(question);
    if (outcome.kind === 'answer') return outcome.answer;
    this.throwRefusal();
    const outcomeText =
      outcome.kind === 'error'
        ? `${outcome.status}: ${outcome.error.message}`
        : 'the connection broke';
    assertRule(false, 'all/success', outcomeText);
  }

  /** Makes a call and returns how it ended. */
  async attempt(question: Omit<ChatInput, 'stream'>): Promise<Outcome> {
    const request = this.client.build({ ...question, stream: this.stream });
    const calls = this.trace?.calls.length ?? 0;
    const reply = await send(this.target.baseUrl, {
      ...request,
      headers: { ...request.headers, ...this.client.keyHeaders(this.target.key) },
    });
    this.last = { request, reply };
    const outcome = this.#read(reply);
    this.#check(question.model, reply, outcome, calls);
    return outcome;
  }

  /** Throws the rule because of which a mock refused, if one did. */
  throwRefusal(): void {
    const refusal = this.trace?.refusals().at(-1);
    if (!refusal) return;
    const { rule, message, request } = refusal;
    throw new BrokenRule(rule.id, rule.source, `${message}\n  upstream request: ${request.body}`);
  }

  #read(reply: Reply): Outcome {
    const { status, text, isCut, contentType } = reply;
    if (status !== 200) {
      const error = this.client.readError(status, parseJson(text));
      return { kind: 'error', status, error, text: '' };
    }
    if (!this.stream) {
      if (isCut) return { kind: 'cut', text: '' };
      return { kind: 'answer', answer: this.client.read(parseJson(text)) };
    }
    assertRule(contentType.startsWith('text/event-stream'), 'all/content-type', contentType);
    const events = readEvents(text);
    const error = firstError(this.client, events);
    if (error) return { kind: 'error', status, error, text: this.client.textIn(events) };
    if (isCut) return { kind: 'cut', text: this.client.textIn(events) };
    return { kind: 'answer', answer: this.client.readStream(events) };
  }

  /** Records the expected charge, and compares the usage with what the mock reported. */
  #check(model: string, { requestId = '' }: Reply, outcome: Outcome, calls: number): void {
    const { charges } = this.target;
    if (!this.trace || outcome.kind === 'cut') return;
    if (outcome.kind === 'error') {
      const delivered = outcome.status === 200 && outcome.text !== '';
      charges.push({ requestId, model, usage: undefined, delivered });
      return;
    }
    this.#checkSent(calls);
    const script = this.trace.calls.slice(calls).at(-1)?.script;
    if (!script) return;
    const {
      prompt_tokens: input = 0,
      completion_tokens: output = 0,
      cached_tokens: cached = 0,
    } = script;
    charges.push({ requestId, model, usage: { input, output, cached }, delivered: true });
    const { usage } = outcome.answer;
    const isKept = usage.input === input && usage.output === output;
    assertRule(
      isKept,
      'all/usage-kept',
      `${JSON.stringify(usage)}, the upstream told ${input} and ${output}`,
    );
  }

  #checkSent(from: number): void {
    for (const { request } of this.trace?.calls.slice(from) ?? [])
      assertRule(!this.target.neverSend?.test(request.body), 'all/never-sent', request.body);
  }
}

/** Differs for each call, so that none can be mistaken for another. */
function usageOf(number: number) {
  return {
    prompt_tokens: 1000 + 13 * number,
    cached_tokens: 200,
    completion_tokens: 50 + number,
    reasoning_tokens: 20,
    tokens: 4,
  };
}

function firstError(
  client: DialectClient,
  events: readonly StreamEvent[],
): ClientError | undefined {
  for (const event of events) {
    const error = client.errorIn(event);
    if (error) return error;
  }
  return undefined;
}
