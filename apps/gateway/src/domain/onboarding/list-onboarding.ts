import { type OnboardingStep, ROLE_ADMIN, ROLE_ROOT, testCause } from '@tollgate/contract';
import { parseJson } from '../../platform/parse-json.ts';
import {
  findApiKey,
  findFailedChannel,
  findFirstChannel,
  hasSuccessfulCall,
  hasFactoryPassword,
  hasWorkingChannel,
} from '../../store/onboarding-repository.ts';
import type { UserRow } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { listUnpriced } from '../prices/list-unpriced.ts';

type OnboardingContext = Pick<Domain, 'store' | 'catalog' | 'prices' | 'options'>;

/**
 * Lists the steps up to the first call, in order. They are derived from the current state, so a step may
 * become open again; but a successful call proves that its user had a key and a balance, whatever is left of
 * them.
 */
export function listOnboarding(domain: OnboardingContext, user: UserRow) {
  return user.role >= ROLE_ADMIN ? siteSteps(domain, user) : ownSteps(domain, user);
}

const step = (
  name: OnboardingStep['step'],
  done: boolean,
  rest: Partial<OnboardingStep> = {},
): OnboardingStep => ({ step: name, done, failed: null, count: 0, name: '', ...rest });

async function siteSteps(domain: OnboardingContext, user: UserRow): Promise<OnboardingStep[]> {
  const { db } = domain.store;
  const [factory, channel, works, key, call] = await Promise.all([
    hasFactoryPassword(db),
    findFirstChannel(db),
    hasWorkingChannel(db),
    findApiKey(db, user.id),
    hasSuccessfulCall(db),
  ]);
  const unpriced = listUnpriced(domain).length;
  const serves = domain.catalog.listEnabled().length > 0;
  return [
    // Others can't change the super admin's password, and need not know that it is the default one.
    ...(user.role === ROLE_ROOT ? [step('password', !factory)] : []),
    step('channel', channel !== undefined, describeChannel(channel)),
    step('test', works, works ? {} : { failed: await readFailure(domain) }),
    step('prices', serves && unpriced === 0, { count: unpriced }),
    // A call proves that an administrator or user had a key.
    step('key', call || key !== undefined, { name: key?.name ?? '' }),
    step('call', call),
  ];
}

const describeChannel = (channel: { name: string; models: string } | undefined) => ({
  name: channel?.name ?? '',
  count: channel?.models.split(',').filter(Boolean).length ?? 0,
});

async function readFailure({ store }: OnboardingContext): Promise<OnboardingStep['failed']> {
  const row = await findFailedChannel(store.db);
  const cause = testCause.safeParse(parseJson(row?.test_fault ?? '')).data;
  return row && cause ? { id: row.id, name: row.name, cause } : null;
}

async function ownSteps({ store }: OnboardingContext, user: UserRow): Promise<OnboardingStep[]> {
  const hasCalled = user.request_count > 0;
  const key = await findApiKey(store.db, user.id);
  return [
    step('balance', hasCalled || user.quota > 0),
    step('key', hasCalled || key !== undefined, { name: key?.name ?? '' }),
    step('call', hasCalled),
  ];
}
