import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { CallPlan } from './call-plan.ts';
import type { RequestedLimits } from './read-limits.ts';
import { renderCall } from './render-call.ts';

const FINISH = /"finish_reason":\s*"|"stop_reason":\s*"|"finishReason":\s*"/;
const ENDS = {
  chat: 'data: [DONE]',
  completions: 'data: [DONE]',
  responses: 'response.completed',
  messages: 'message_stop',
  gemini: '"finishReason"',
} as const;

const TURNS = 10;

export interface CallTarget {
  /** Origin of a gateway. */
  url: string;
  secret: string;
  agent: Agent;
}

/** The events of responses say every text several times: only its pieces count. */
function countWords(text: string, onlyDeltas: boolean): number {
  const lines = onlyDeltas ? text.split('\n').filter((line) => line.includes('.delta"')) : [text];
  return lines.reduce((sum, line) => sum + (line.match(/word /g)?.length ?? 0), 0);
}

/** A call from its plan to what its caller got and what its upstream saw of it. */
export class HostileCall {
  readonly plan: CallPlan;
  /** Resolves when the caller has disconnected or has its response. */
  readonly callerLeft: Promise<void>;
  status = 0;
  requestId: string | undefined;
  /** Words of the completion that arrived. */
  words = 0;
  complete = false;
  /** What the upstream was asked; undefined where the call did not get there. */
  asked: RequestedLimits | undefined;
  #leave: () => void = () => {};
  #reached: () => void = () => {};

  constructor(plan: CallPlan) {
    this.plan = plan;
    this.callerLeft = new Promise((resolve) => (this.#leave = resolve));
  }

  noteAsked(asked: RequestedLimits): void {
    this.asked = asked;
    this.#reached();
  }

  /**
   * Whether the caller sees what it waits for before it disconnects, so that the upstream may wait
   * for that.
   */
  canLeave(when: CallPlan['leaving'], hasWords: boolean): boolean {
    const { stream, caller, upstream } = this.plan;
    if (when === 'mid-answer') return stream && hasWords;
    return stream && upstream === 'openai' && (caller === 'chat' || caller === 'completions');
  }

  /** Makes the call and resolves when its caller is done with it. */
  async make({ url, secret, agent }: CallTarget): Promise<void> {
    const { path, body } = renderCall(this.plan);
    const sent = request(url + path, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'x-forwarded-for': this.plan.address,
      },
    });
    if (this.plan.leaving === 'before-head') this.#reached = () => sent.destroy();
    await new Promise<void>((resolve) => {
      sent.once('error', () => {});
      sent.once('close', resolve);
      sent.once('response', (response) => this.#read(sent, response));
      sent.end(body);
    });
    // The gateway notices before the upstream continues: all of them share this event loop.
    for (let turn = 0; turn < TURNS; turn += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await new Promise((resolve) => setImmediate(resolve));
    this.#leave();
  }

  #read(sent: ClientRequest, response: IncomingMessage): void {
    const { stream, caller, leaving } = this.plan;
    this.status = response.statusCode ?? 0;
    this.requestId = response.headers['x-request-id'] as string | undefined;
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const words = countWords(text, caller === 'responses' && stream);
      if (this.status === 200) this.words = words;
      const leaves =
        (leaving === 'mid-answer' && words > 0) ||
        (leaving === 'after-finish' && FINISH.test(text));
      if (stream && leaves) sent.destroy();
    });
    response.once('error', () => {});
    response.once('end', () => {
      this.complete =
        this.status === 200 && response.complete && (!stream || text.includes(ENDS[caller]));
    });
  }
}
