import type { Domain } from '../domain.ts';

const DAY_SECONDS = 86_400;

/** The terms on which an inviter earns from a top-up. */
export interface RebateTerms {
  /** In hundredths of a percent; 0 for none. */
  basisPoints: number;
  /** Maximum quota earned from one invitee; 0 for no limit. */
  perInvitee: number;
  /** Maximum quota that an inviter earns per month (UTC); 0 for no limit. */
  perMonth: number;
  /** Time until a rebate can be used, in seconds. */
  waitSeconds: number;
}

/** Reads the general terms from the options. */
export function readRebateTerms({ options }: Pick<Domain, 'options'>): RebateTerms {
  return {
    basisPoints: Math.round(options.get('RebatePercent') * 100),
    perInvitee: options.get('RebateMaxPerInvitee'),
    perMonth: options.get('RebateMaxPerMonth'),
    waitSeconds: options.get('RebateWaitDays') * DAY_SECONDS,
  };
}

/** Returns a share of an amount, rounded down in the operator's favor. */
export function shareOf(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints)) / 10_000n);
}

/** Returns the first second of the month (UTC) that contains a time. */
export function monthStart(at: number): number {
  const date = new Date(at * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}
