import { calls } from 'virtual:calls';
import type { ApiError } from '../../api/call-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { HumanCheckState } from '../../ui/forms/human-check/use-human-check.ts';
import { useMailPause } from './use-mail-pause.ts';

/** Where a form shows how the request for a code went. */
interface EmailCodeForm {
  /** Shows a problem at the address; undefined removes all. */
  showEmailProblem: (problem: string | undefined) => void;
  showProblem: (problem: string) => void;
  /** The code can be entered. */
  focusCode: () => void;
}

/** Requests a code for an address by e-mail. */
export function useEmailCode(
  email: string,
  check: HumanCheckState,
  { showEmailProblem, showProblem, focusCode }: EmailCodeForm,
) {
  const { t } = useTranslation();
  const pause = useMailPause(email);
  const call = useEndpointMutation(calls.sendEmailCode);
  const send = () => {
    if (email.trim() === '') return showEmailProblem(t('registration.emailRequired'));
    const query = check.query();
    if (query === undefined) return showProblem(t('registration.human.wait'));
    showEmailProblem(undefined);
    call.mutate(
      { query: { ...query, email: email.trim() } },
      {
        onSettled: check.renew,
        onError: (error) => {
          pause.beginAfter(error);
          if (isAboutEmail(error)) showEmailProblem(error.message);
          else showProblem(error.message);
        },
        onSuccess: () => {
          pause.begin();
          toastSuccess(t('registration.codeSent'));
          focusCode();
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

/** Whether the server refuses the address itself: taken, malformed or not allowed. */
export const isAboutEmail = ({ code = '' }: ApiError) => code.startsWith('email_');
