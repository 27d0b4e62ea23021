import type { Domain } from '../domain.ts';
import { announce } from '../notifications/announce.ts';
import { AppError } from '../../platform/app-error.ts';
import { checkReachable } from './check-reachable.ts';
import { requiresVerificationProof } from './needs-proof.ts';
import { hasSecondFactor } from '../second-factors/factors.ts';
import type { OptionActor, OptionChange } from './option-change.ts';

/**
 * Writes options for a person: all or none. Human verification goes on only with a secret that its
 * service knows, which is asked first; addresses that are called must be allowed. Throws AppError.
 */
export async function saveOptions(
  domain: Pick<Domain, 'config' | 'options' | 'captcha' | 'store' | 'clock'>,
  changes: readonly OptionChange[],
  actor: OptionActor,
): Promise<void> {
  const { options, captcha } = domain;
  const changed = options.preview(changes, actor);
  checkReachable(domain, changed);
  await keepOwnAdministration(domain, changed, actor);
  const next = (key: string) => changed.find((one) => one.key === key)?.value ?? options.raw(key);
  if (requiresVerificationProof(changed, next)) {
    const provedSecret = next('TurnstileSecretKey');
    await captcha.checkSecret(provedSecret);
    await options.write(changes, actor, { provedSecret });
  } else await options.write(changes, actor);
  const notice = changed.find(({ key }) => key === 'Notice')?.value ?? '';
  if (notice !== '') await announce(domain, notice);
}

/** Nobody makes a second factor necessary who has none: the next click would shut the settings. */
async function keepOwnAdministration(
  { store }: Pick<Domain, 'store'>,
  changed: readonly { key: string; value: string }[],
  actor: OptionActor,
): Promise<void> {
  const change = changed.find(({ key }) => key === 'AdminSecondFactorRequired');
  if (change?.value !== 'true' || (await hasSecondFactor(store.db, actor.id))) return;
  throw new AppError('second_factor_missing', {}, { field: change.key });
}
