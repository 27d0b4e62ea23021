import type { MoneySnapshot } from './money-snapshot.ts';
import { HostileRequest, type RenderedRequest } from './hostile-request.ts';
import { findMediaFault } from './judge-media.ts';
import type { MediaClaim, MediaLimits } from './media-limits.ts';
import type { MediaPlan } from './media-plan.ts';
import { renderMedia } from './render-media.ts';

/** A call for images or audio, from its plan to what its caller received. */
export class HostileMediaCall extends HostileRequest {
  readonly plan: MediaPlan;
  /** What the upstream was asked for; undefined if the call did not reach it. */
  limits: MediaLimits | undefined;
  /** What the upstream really used. */
  used: MediaClaim | undefined;
  /** Whether the response reports that. */
  isReported = false;

  constructor(plan: MediaPlan) {
    super(plan.address, plan.leaving);
    this.plan = plan;
  }

  override get canLose(): boolean {
    return this.limits !== undefined && this.plan.behaviour === 'exceeds';
  }

  setLimits(limits: MediaLimits): void {
    this.limits = limits;
    this.notifyReached();
  }

  override findFault({ charges }: MoneySnapshot): string | undefined {
    return findMediaFault(this, charges.get(this.address) ?? []);
  }

  override describe(): object {
    const { plan, limits, used, isReported, status, isWhole } = this;
    return { plan, asked: limits, used, isReported, status, isWhole, bytes: this.text.length };
  }

  protected override render(): RenderedRequest {
    return renderMedia(this.plan);
  }

  protected override leavesNow(): boolean {
    return this.leaving === 'mid-answer' && this.plan.stream && this.text.includes('data:');
  }
}
