import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { readActingTeam } from '../../session/acting-team.ts';
import { useStoredUser } from '../../session/session.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';

/** Whether this user has put the onboarding list away in this browser. */
export const useOnboardingHidden = (userId: number) =>
  useLocalStorage(`onboarding_hidden_${userId}`, false);

/** Whether it is known if an onboarding list stands here: what is below it waits, so that nothing is pushed. */
export function useOnboardingKnown(): boolean {
  const [hidden] = useOnboardingHidden(useStoredUser()?.id ?? 0);
  const enabled = !hidden && !readActingTeam();
  const { isPending } = useEndpoint(calls.getOnboarding, {}, { enabled });
  return !enabled || !isPending;
}
