import type { SpendingCap } from './spending-cap.ts';
import type { SpendingClaim, SpendingLimits } from './spending-limits.ts';
import type { RefusedBy, Reservation, ReserveInput } from './wallet.ts';

type Reserved = Reservation | Promise<Reservation | RefusedBy>;

/**
 * Reserves first within daily, weekly and monthly limits, then from the balance: no more than the limits
 * grant; what the balance does not grant is returned to them.
 */
export function reserveWithin(
  limits: SpendingLimits,
  input: ReserveInput & { spending: readonly SpendingCap[] },
  reserve: (input: ReserveInput) => Reserved,
): Reserved {
  const { spending, amount, least = amount } = input;
  const finish = (claim: SpendingClaim, reservation: Reservation) => {
    limits.release(claim, claim.amount - reservation.amount);
    reservation.spending = claim;
    return reservation;
  };
  const go = (claim: SpendingClaim): Reserved => {
    const granted = { amount: claim.amount, least: Math.min(least, claim.amount) };
    const fail = (error: unknown) => {
      limits.settle(claim, 0);
      throw error;
    };
    try {
      const reserved = reserve({ ...input, ...granted, spending: undefined });
      if (!(reserved instanceof Promise)) return finish(claim, reserved);
      return reserved.then((result) => {
        if (typeof result !== 'string') return finish(claim, result);
        limits.settle(claim, 0);
        return result;
      }, fail);
    } catch (error) {
      return fail(error);
    }
  };
  const claimed = limits.claim(spending, { least, most: amount });
  return claimed instanceof Promise ? claimed.then(go) : go(claimed);
}
