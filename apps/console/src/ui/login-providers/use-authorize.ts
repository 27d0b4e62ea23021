import { useMutation } from '@tanstack/react-query';
import type { LoginProviderEntry } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { callForEnvelope } from '../../api/call-endpoint.ts';
import { storedCodes } from '../../pages/login/stored-referral-codes.ts';
import { toastError } from '../feedback/toasts.tsx';

/** Opens an OAuth provider's consent page in a new window. The server provides its URL. */
export function useAuthorize() {
  const begin = useMutation({
    mutationFn: ({ id }: LoginProviderEntry) => {
      const query = { provider: id, ...storedCodes() };
      return callForEnvelope(calls.beginOauth, { query });
    },
  });
  const authorize = (provider: LoginProviderEntry) => {
    // Opened directly in the click handler: browsers block windows that open later.
    const opened = window.open('', '_blank');
    if (opened) opened.opener = null;
    begin.mutate(provider, {
      onSuccess({ authorization_url: url = '' }) {
        if (opened) opened.location.href = url;
        else window.location.assign(url);
      },
      onError(error) {
        opened?.close();
        toastError(error);
      },
    });
  };
  return { authorize, isPending: begin.isPending };
}
