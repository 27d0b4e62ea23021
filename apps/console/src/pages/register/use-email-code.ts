import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { HumanCheckState } from '../../ui/forms/human-check/use-human-check.ts';
import { useCountdown } from '../../ui/hooks/use-countdown.ts';

/** Minimum time between two codes for one address, as enforced by the server. */
const GAP_SECONDS = 30;

/** Requests a code by e-mail, at most every 30 seconds; problems are reported to `showProblem`. */
export function useEmailCode(
  check: HumanCheckState,
  showProblem: (problem: string | undefined) => void,
) {
  const { t } = useTranslation();
  const [left, start] = useCountdown(GAP_SECONDS);
  const call = useEndpointMutation(calls.sendEmailCode);
  const send = (email: string) => {
    const query = check.query();
    const problem =
      email.trim() === ''
        ? t('registration.emailRequired')
        : query === undefined
          ? t('registration.human.wait')
          : undefined;
    showProblem(problem);
    if (problem !== undefined || query === undefined) return;
    call.mutate(
      { query: { ...query, email } },
      {
        onSettled: check.renew,
        onError: (error) => showProblem(error.message),
        onSuccess: () => {
          start();
          toastSuccess(t('registration.codeSent'));
        },
      },
    );
  };
  return {
    send,
    isPending: call.isPending,
    isWaiting: left > 0,
    label: left > 0 ? t('registration.codeWait', { seconds: left }) : t('registration.getCode'),
  };
}
