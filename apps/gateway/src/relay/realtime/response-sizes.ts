import type { Usage } from '@tollgate/dialects';
import { longestResponse } from './longest-response.ts';
import type { PendingResponses } from './pending-responses.ts';
import { CONTEXT_TOKENS_MAX, PromptCounter } from './prompt-counter.ts';
import type { RealtimeEvent } from './realtime-events.ts';
import type { ResponseSize } from './response-reservations.ts';

/** Allowance for what a provider adds to a prompt, and for what a turn may add before more is reserved. */
const TURN_TOKENS = 2000;

/** Upper bounds of a session's responses and their prompts, from everything sent and charged so far. */
export class ResponseSizes {
  readonly #requests: PendingResponses;
  readonly #callerModel: string;
  readonly #model: () => string;
  /** Upper bound of a prompt: the caller's events; responses are added to it. */
  readonly #prompt = new PromptCounter();
  #lastPromptTokens = 0;
  #completionTokens = 0;

  /** The session's model as its caller names it; `model` returns the upstream's name. */
  constructor(requests: PendingResponses, callerModel: string, model: () => string) {
    this.#requests = requests;
    this.#callerModel = callerModel;
    this.#model = model;
  }

  /** Counts an event of the caller, as PromptCounter does. */
  add(data: Buffer, event?: RealtimeEvent): { event: RealtimeEvent; seconds: number } | undefined {
    return this.#prompt.add(data, this.#model(), event);
  }

  /** Applies the format of the session's audio as the upstream reports it. */
  takeSession(session: RealtimeEvent['body']): void {
    this.#prompt.takeSession(session, this.#model());
  }

  /** Counts a response that was charged. */
  addResponse({ promptTokens, completionTokens }: Usage): void {
    this.#lastPromptTokens = promptTokens;
    this.#completionTokens += completionTokens;
  }

  /** Upper bound of the prompt of a response that starts now. */
  get promptMax(): number {
    const promptTokensMax = this.#prompt.tokens + this.#completionTokens;
    return Math.min(Math.max(promptTokensMax, this.#lastPromptTokens), CONTEXT_TOKENS_MAX);
  }

  /** The same for a response that nothing was reserved for. */
  get unreservedPromptMax(): number {
    return this.promptMax + TURN_TOKENS;
  }

  /** Estimated tokens of a prompt, and how many of them are audio. */
  get estimate(): { tokens: number; audioTokens: number } {
    const { tokens, audioTokens } = this.#prompt.estimate;
    return {
      tokens: Math.max(this.#lastPromptTokens, tokens + this.#completionTokens),
      audioTokens,
    };
  }

  /** The longest response of the model. */
  get longest(): number {
    return longestResponse(this.#model(), this.#callerModel);
  }

  /** The longest response that may start. */
  get responseMax(): number {
    return this.#requests.tokensMax(this.longest);
  }

  /** Returns the size to reserve for a response that may start once all these have ended. */
  next(running: Iterable<ResponseSize>): ResponseSize {
    let prompt = this.promptMax + TURN_TOKENS;
    for (const { responseTokens } of running) prompt += responseTokens;
    return {
      promptTokens: Math.min(prompt, CONTEXT_TOKENS_MAX),
      responseTokens: this.responseMax,
    };
  }
}
