import { type Token, TOKEN_DISABLED, TOKEN_ENABLED } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useRowPatch } from '../../api/use-row-patch.ts';
import { toastDone, toastFailed, toastUndo } from '../../toasts.tsx';
import { confirm } from '../../ui/confirm.tsx';

export const TOKEN_LISTS = [calls.listTokens, calls.searchTokens];

/** What can be done to a key from its row. */
export function useTokenActions() {
  const { t } = useTranslation();
  const patch = useRowPatch(TOKEN_LISTS);
  const removal = useEndpointMutation(calls.deleteToken, TOKEN_LISTS);

  const setStatus = async (token: Token, status: 1 | 2, undo?: () => void): Promise<void> => {
    try {
      await patch(token.id, { status }, () =>
        callEndpoint(calls.updateToken, {
          query: { status_only: true },
          body: { id: token.id, status },
        }),
      );
    } catch (error) {
      return toastFailed(error);
    }
    const done = t(status === TOKEN_ENABLED ? 'tokens.enabled' : 'tokens.disabled', {
      name: token.name,
    });
    if (undo) toastUndo(done, undo);
    else toastDone(done);
  };

  return {
    /** Enables what was disabled by hand, disables all else; with a way back. */
    toggle: (token: Token) => {
      const [next, back] =
        token.status === TOKEN_DISABLED
          ? ([TOKEN_ENABLED, TOKEN_DISABLED] as const)
          : ([TOKEN_DISABLED, TOKEN_ENABLED] as const);
      void setStatus(token, next, () => void setStatus(token, back));
    },
    remove: (token: Token, removed: () => void) =>
      confirm({
        title: t('tokens.deleteTitle', { name: token.name }),
        text: t('tokens.deleteText'),
        confirm: t('tokens.actions.delete'),
        run: () =>
          removal.mutate(
            { params: { id: token.id } },
            {
              onSuccess: () => {
                toastDone(t('tokens.deleted'));
                removed();
              },
              onError: toastFailed,
            },
          ),
      }),
  };
}
