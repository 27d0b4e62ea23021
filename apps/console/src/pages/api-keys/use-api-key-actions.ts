import { type Token, TOKEN_DISABLED, TOKEN_ENABLED } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useOptimisticRow } from '../../api/use-optimistic-row.ts';
import { toastSuccess, toastError, toastUndo } from '../../ui/feedback/toasts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';

export const API_KEY_LISTS = [calls.listTokens, calls.searchTokens];

/** Returns the actions of a key's row. */
export function useApiKeyActions() {
  const { t } = useTranslation();
  const patch = useOptimisticRow(API_KEY_LISTS);
  const removal = useEndpointMutation(calls.deleteToken, API_KEY_LISTS);

  const setStatus = async (apiKey: Token, status: 1 | 2, undo?: () => void): Promise<void> => {
    try {
      await patch(apiKey.id, { status }, () =>
        callEndpoint(calls.updateToken, {
          query: { status_only: true },
          body: { id: apiKey.id, status },
        }),
      );
    } catch (error) {
      return toastError(error);
    }
    const done = t(status === TOKEN_ENABLED ? 'tokens.enabled' : 'tokens.disabled', {
      name: apiKey.name,
    });
    if (undo) toastUndo(done, undo);
    else toastSuccess(done);
  };

  return {
    /** Enables a manually disabled key and disables any other; offers undo. */
    toggle: (apiKey: Token) => {
      const [next, back] =
        apiKey.status === TOKEN_DISABLED
          ? ([TOKEN_ENABLED, TOKEN_DISABLED] as const)
          : ([TOKEN_DISABLED, TOKEN_ENABLED] as const);
      void setStatus(apiKey, next, () => void setStatus(apiKey, back));
    },
    remove: (apiKey: Token, removed: () => void) =>
      confirm({
        title: t('tokens.deleteTitle', { name: apiKey.name }),
        text: t('tokens.deleteText'),
        confirm: t('tokens.actions.delete'),
        run: () =>
          removal.mutate(
            { params: { id: apiKey.id } },
            {
              onSuccess: () => {
                toastSuccess(t('tokens.deleted'));
                removed();
              },
              onError: toastError,
            },
          ),
      }),
  };
}
