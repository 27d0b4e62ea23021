import { type ComputedStatus, readStatusOptions, type Status } from '@tollgate/contract';
import { nowSeconds, systemClock } from '../platform/clock.ts';
import { VERSION } from '../platform/version.ts';
import { registers, registersByPassword } from './accounts/registration.ts';
import type { Domain } from './domain.ts';
import { readPaymentStatus } from './payments/payment-status.ts';

/** When this process started, in seconds. */
export const STARTED_AT = nowSeconds(systemClock);

/** The public facts of this server: options that their entry marks as public, and what is computed. */
export function readStatus({ options }: Pick<Domain, 'options'>): Status {
  const computed: ComputedStatus = {
    version: VERSION,
    start_time: STARTED_AT,
    register: registers(options),
    password_register: registersByPassword(options),
    ...readPaymentStatus(options),
  };
  return { ...readStatusOptions(options.get), ...computed };
}
