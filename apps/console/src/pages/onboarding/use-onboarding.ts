import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { readActingTeam } from '../../session/acting-team.ts';
import { useStoredUser } from '../../session/session.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';

/** Whether this user has hidden the onboarding list in this browser. */
export const useOnboardingHidden = (userId: number) =>
  useLocalStorage(`onboarding_hidden_${userId}`, false);

/**
 * Whether the onboarding list is shown and leads to the first call, so that zeros and a second such link
 * below it would be redundant.
 */
export function useLeadsToFirstCall(): boolean {
  const [hidden] = useOnboardingHidden(useStoredUser()?.id ?? 0);
  const enabled = !hidden && !readActingTeam();
  const { data } = useEndpoint(calls.getOnboarding, {}, { enabled });
  return enabled && data?.some(({ step, done }) => step === 'call' && !done) === true;
}

/**
 * Whether it is known if the onboarding list is shown; content below waits for this to avoid a layout shift.
 */
export function useOnboardingKnown(): boolean {
  const [hidden] = useOnboardingHidden(useStoredUser()?.id ?? 0);
  const enabled = !hidden && !readActingTeam();
  const { isPending, errorUpdateCount } = useEndpoint(calls.getOnboarding, {}, { enabled });
  // A failure counts as known: mounting the list refetches, and must not unmount it again.
  return !enabled || !isPending || errorUpdateCount > 0;
}

/**
 * Whether the onboarding list asks this user to top up, or may do so once it is read: other places then need
 * not say the same.
 */
export function useAsksToTopUp(isListed: boolean): boolean {
  const [hidden] = useOnboardingHidden(useStoredUser()?.id ?? 0);
  const enabled = isListed && !hidden && !readActingTeam();
  const { data, isPending } = useEndpoint(calls.getOnboarding, {}, { enabled });
  return (
    enabled && (isPending || data?.some(({ step, done }) => step === 'balance' && !done) === true)
  );
}
