import type { RedirectProvider } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { keptReferral } from '../../pages/login/use-kept-referral.ts';
import { useStatus } from '../../status.ts';
import { toastError } from '../feedback/toasts.tsx';
import { authorizeUrl } from './authorize-url.ts';

/** Opens the page of a provider in a new window, with a state from the server. */
export function useAuthorize() {
  const status = useStatus();
  const begin = useEndpointMutation(calls.beginOauth);
  const authorize = (provider: RedirectProvider) => {
    if (!status.data) return;
    const facts = status.data;
    // Opened by the click itself: browsers block windows that open later.
    const opened = window.open('', '_blank');
    if (opened) opened.opener = null;
    const referral = keptReferral();
    begin.mutate(
      { query: referral === '' ? {} : { aff: referral } },
      {
        onSuccess(state) {
          const url = authorizeUrl(provider, facts, state);
          if (opened) opened.location.href = url;
          else window.location.assign(url);
        },
        onError(error) {
          opened?.close();
          toastError(error);
        },
      },
    );
  };
  return { authorize, isPending: begin.isPending };
}
