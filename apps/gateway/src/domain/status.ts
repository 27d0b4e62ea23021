import { type ComputedStatus, readStatusOptions, type Status } from '@tollgate/contract';
import { nowSeconds, systemClock } from '../platform/clock.ts';
import { VERSION } from '../platform/version.ts';
import { registers, registersByPassword } from './accounts/registration.ts';
import type { Domain } from './domain.ts';
import { readPaymentStatus } from './payments/payment-status.ts';

/** When this process started, in Unix seconds. */
export const STARTED_AT = nowSeconds(systemClock);

/**
 * Returns the public facts of this server: the options marked public in the registry, and computed values.
 */
export function readStatus({ options, mailer }: Pick<Domain, 'options' | 'mailer'>): Status {
  const computed: ComputedStatus = {
    version: VERSION,
    start_time: STARTED_AT,
    register: registers(options),
    password_register: registersByPassword(options),
    mail: mailer.isSetUp(),
    ...readPaymentStatus(options),
  };
  return { ...readStatusOptions(options.get), ...computed };
}
