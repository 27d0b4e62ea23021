import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { HumanCheckState } from '../../ui/forms/human-check/use-human-check.ts';
import { useMailPause } from './use-mail-pause.ts';

/** Requests a code for an address by e-mail; problems are reported to `showProblem`. */
export function useEmailCode(
  email: string,
  check: HumanCheckState,
  showProblem: (problem: string | undefined) => void,
) {
  const { t } = useTranslation();
  const pause = useMailPause(email);
  const call = useEndpointMutation(calls.sendEmailCode);
  const send = () => {
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
      { query: { ...query, email: email.trim() } },
      {
        onSettled: check.renew,
        onError: (error) => {
          pause.beginAfter(error);
          showProblem(error.message);
        },
        onSuccess: () => {
          pause.begin();
          toastSuccess(t('registration.codeSent'));
        },
      },
    );
  };
  return {
    send,
    isPending: call.isPending,
    isWaiting: pause.isWaiting,
    label: pause.labelOr(t('registration.getCode')),
  };
}
