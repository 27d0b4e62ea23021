import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { readActingTeam } from '../../session/acting-team.ts';
import { useStoredUser } from '../../session/session.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';

/** Whether this user has put the onboarding list away in this browser. */
export const useOnboardingHidden = (userId: number) =>
  useLocalStorage(`onboarding_hidden_${userId}`, false);

/** Whether the onboarding list is shown and leads to the first call: zeros and a second lead below it would only repeat it. */
export function useLeadsToFirstCall(): boolean {
  const [hidden] = useOnboardingHidden(useStoredUser()?.id ?? 0);
  const enabled = !hidden && !readActingTeam();
  const { data } = useEndpoint(calls.getOnboarding, {}, { enabled });
  return enabled && data?.some(({ step, done }) => step === 'call' && !done) === true;
}

/** Whether it is known if an onboarding list stands here: what is below it waits, so that nothing is pushed. */
export function useOnboardingKnown(): boolean {
  const [hidden] = useOnboardingHidden(useStoredUser()?.id ?? 0);
  const enabled = !hidden && !readActingTeam();
  const { isPending, errorUpdateCount } = useEndpoint(calls.getOnboarding, {}, { enabled });
  // A failure is known, too: the list asks again when it comes, and must not go for that.
  return !enabled || !isPending || errorUpdateCount > 0;
}
