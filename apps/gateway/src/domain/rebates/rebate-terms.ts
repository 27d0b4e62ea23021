import type { Domain } from '../domain.ts';

const DAY_SECONDS = 86_400;

/** On what terms an inviter earns of a top-up. */
export interface RebateTerms {
  /** In hundredths of a percent; 0 for none. */
  basisPoints: number;
  /** Quota that one invitee can bring at most; 0 for no limit. */
  perInvitee: number;
  /** Quota that an inviter earns in a month (UTC) at most; 0 for no limit. */
  perMonth: number;
  /** Until a rebate can be used. */
  waitSeconds: number;
}

/** The terms that the options set for everybody. */
export function readRebateTerms({ options }: Pick<Domain, 'options'>): RebateTerms {
  return {
    basisPoints: Math.round(options.get('RebatePercent') * 100),
    perInvitee: options.get('RebateMaxPerInvitee'),
    perMonth: options.get('RebateMaxPerMonth'),
    waitSeconds: options.get('RebateWaitDays') * DAY_SECONDS,
  };
}

/** A share of an amount, rounded down: what is left of a unit stays with the operator. */
export function shareOf(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints)) / 10_000n);
}

/** The first second of the month (UTC) that a moment lies in. */
export function monthStart(at: number): number {
  const date = new Date(at * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}
