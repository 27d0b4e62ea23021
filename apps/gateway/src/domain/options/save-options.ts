import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { announce } from '../notifications/announce.ts';
import { AppError } from '../../platform/app-error.ts';
import { checkReachable } from './check-reachable.ts';
import { requiresVerificationProof } from './needs-proof.ts';
import { hasSecondFactor } from '../second-factors/factors.ts';
import type { OptionActor, OptionChange } from './option-change.ts';
import type { WriteConditions } from './options.ts';

/**
 * Writes options for a person, all or none. Human verification can only be enabled with a secret that its
 * service confirms, which is queried first; addresses that are called must be allowed. Throws an AppError.
 */
export async function saveOptions(
  domain: OptionSaving,
  changes: readonly OptionChange[],
  actor: OptionActor,
): Promise<void> {
  const { conditions } = await checkOptionsBeforeSave(domain, changes, actor);
  await domain.options.write(changes, actor, {
    ...conditions,
    within: (trx, changed) => announceNotice(trx, domain, changed),
  });
}

type OptionSaving = Pick<Domain, 'config' | 'options' | 'captcha' | 'store' | 'clock'>;

/** Runs the checks of a person's changes that precede the transaction. Throws an AppError. */
export async function checkOptionsBeforeSave(
  domain: OptionSaving,
  changes: readonly OptionChange[],
  actor: OptionActor,
): Promise<{ changed: readonly OptionChange[]; conditions: WriteConditions }> {
  const { options, captcha } = domain;
  const changed = options.preview(changes, actor);
  checkReachable(domain, changed);
  await keepOwnAdministration(domain, changed, actor);
  const next = (key: string) =>
    changed.find((change) => change.key === key)?.value ?? options.raw(key);
  if (!requiresVerificationProof(changed, next)) return { changed, conditions: {} };
  const verifiedSecret = next('TurnstileSecretKey');
  await captcha.checkSecret(verifiedSecret);
  return { changed, conditions: { verifiedSecret: verifiedSecret } };
}

/**
 * Notifies users of a new notice, in the transaction that stores it: after a crash there are both or neither.
 */
export async function announceNotice(
  trx: StoreTransaction,
  domain: Pick<Domain, 'options' | 'clock'>,
  changed: readonly OptionChange[],
): Promise<void> {
  const notice = changed.find(({ key }) => key === 'Notice')?.value ?? '';
  if (notice !== '') await announce(trx, domain, notice);
}

/**
 * Prevents administrators without a second factor from requiring one: they would be locked out of the
 * settings at once.
 */
async function keepOwnAdministration(
  { store }: Pick<Domain, 'store'>,
  changed: readonly { key: string; value: string }[],
  actor: OptionActor,
): Promise<void> {
  const change = changed.find(({ key }) => key === 'AdminSecondFactorRequired');
  if (change?.value !== 'true' || (await hasSecondFactor(store.db, actor.id))) return;
  throw new AppError('second_factor_missing', {}, { field: change.key });
}
