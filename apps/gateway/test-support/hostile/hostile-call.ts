import type { MoneySnapshot } from './money-snapshot.ts';
import type { CallPlan } from './call-plan.ts';
import { HostileRequest, type Leaving, type RenderedRequest } from './hostile-request.ts';
import { findChatFault } from './judge-chat.ts';
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

/** Events of the responses dialect repeat each text: only deltas count. */
function countWords(text: string, onlyDeltas: boolean): number {
  const lines = onlyDeltas ? text.split('\n').filter((line) => line.includes('.delta"')) : [text];
  return lines.reduce((sum, line) => sum + (line.match(/word /g)?.length ?? 0), 0);
}

/** A text call, from its plan to what its caller received and its upstream saw of it. */
export class HostileCall extends HostileRequest {
  readonly plan: CallPlan;
  /** What the upstream was asked for; undefined if the call did not reach it. */
  limits: RequestedLimits | undefined;

  constructor(plan: CallPlan) {
    super(plan.address, plan.leaving);
    this.plan = plan;
  }

  /** Words of the completion that arrived. */
  get words(): number {
    const { stream, caller } = this.plan;
    return this.status === 200 ? countWords(this.text, caller === 'responses' && stream) : 0;
  }

  get complete(): boolean {
    const { stream, caller } = this.plan;
    return this.isWhole && (!stream || this.text.includes(ENDS[caller]));
  }

  override get canLose(): boolean {
    return this.limits !== undefined && this.plan.behaviour === 'exceeds';
  }

  setLimits(limits: RequestedLimits): void {
    this.limits = limits;
    this.notifyReached();
  }

  /**
   * Returns whether the caller will see what it waits for before it disconnects, so that the upstream may
   * wait for that.
   */
  canLeave(when: Leaving, hasWords: boolean): boolean {
    const { stream, caller, upstream } = this.plan;
    if (when === 'mid-answer') return stream && hasWords;
    return stream && upstream === 'openai' && (caller === 'chat' || caller === 'completions');
  }

  override findFault({ charges }: MoneySnapshot): string | undefined {
    return findChatFault(this, charges.get(this.address) ?? []);
  }

  override describe(): object {
    const { plan, limits, status, words } = this;
    return { plan, asked: limits, status, words };
  }

  protected override render(): RenderedRequest {
    return { ...renderCall(this.plan), byPage: this.plan.byPage };
  }

  protected override leavesNow(): boolean {
    if (!this.plan.stream) return false;
    if (this.leaving === 'mid-answer') return this.words > 0;
    return this.leaving === 'after-finish' && FINISH.test(this.text);
  }
}
