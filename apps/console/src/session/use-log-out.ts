import { calls } from 'virtual:calls';
import { callForEnvelope } from '../api/call-endpoint.ts';
import { useTranslation } from '../texts.tsx';
import { confirm } from '../ui/feedback/confirm.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { hasUnsavedInput } from './unsaved-input.ts';
import { useSignOut } from './use-sign-out.ts';

/** Ends the session on the server and locally, then at the login provider if it has a logout URL. */
export function useLogOut(): () => Promise<void> {
  const { t } = useTranslation();
  const leave = useSignOut();
  const logOut = async () => {
    // The local session is cleared even if the server can't be reached.
    const ended = await callForEnvelope(calls.logout).catch(() => undefined);
    await leave();
    if (ended?.logout_url !== undefined) {
      window.location.assign(ended.logout_url);
      return;
    }
    toastSuccess(t('shell.loggedOut'));
  };
  return async () => {
    if (!hasUnsavedInput()) return logOut();
    confirm({
      title: t('ui.discard.title'),
      text: t('ui.discard.text'),
      confirm: t('ui.discard.confirm'),
      run: () => void logOut(),
    });
  };
}
