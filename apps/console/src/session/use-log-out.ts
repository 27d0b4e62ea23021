import { calls } from 'virtual:calls';
import { callForEnvelope } from '../api/call-endpoint.ts';
import { useTranslation } from '../texts.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Ends the session on the server and here, then the one at the login provider where it has an address for that. */
export function useLogOut(): () => Promise<void> {
  const { t } = useTranslation();
  const leave = useSignOut();
  return async () => {
    // The session is forgotten here even where the server can't be reached.
    const ended = await callForEnvelope(calls.logout).catch(() => undefined);
    await leave();
    if (ended?.logout_url !== undefined) {
      window.location.assign(ended.logout_url);
      return;
    }
    toastSuccess(t('shell.loggedOut'));
  };
}
