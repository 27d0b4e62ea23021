import { type Redemption, REDEMPTION_DISABLED, REDEMPTION_UNUSED } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useOptimisticRow } from '../../api/use-optimistic-row.ts';
import { toastSuccess, toastError, toastUndo } from '../../ui/feedback/toasts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';

export const REDEMPTION_LISTS = [calls.listRedemptions, calls.searchRedemptions];

/** Returns the actions on codes in their list. */
export function useRedemptionActions() {
  const { t } = useTranslation();
  const patch = useOptimisticRow(REDEMPTION_LISTS, { returnsRow: true });
  const removal = useEndpointMutation(calls.deleteRedemption, REDEMPTION_LISTS);
  const clearing = useEndpointMutation(calls.deleteUsedRedemptions, REDEMPTION_LISTS);

  const setStatus = async (
    { id, name }: Redemption,
    status: number,
    undo?: () => void,
  ): Promise<void> => {
    try {
      await patch(id, { status }, () =>
        callEndpoint(calls.updateRedemption, {
          query: { status_only: true },
          body: { id, status },
        }),
      );
    } catch (error) {
      return toastError(error);
    }
    const done = t(status === REDEMPTION_UNUSED ? 'redemptions.enabled' : 'redemptions.disabled', {
      name,
    });
    if (undo) toastUndo(done, undo);
    else toastSuccess(done);
  };

  return {
    /** Disables an unused code, enables a disabled one; offers undo. */
    toggle: (redemption: Redemption) => {
      const [next, back] =
        redemption.status === REDEMPTION_DISABLED
          ? [REDEMPTION_UNUSED, REDEMPTION_DISABLED]
          : [REDEMPTION_DISABLED, REDEMPTION_UNUSED];
      void setStatus(redemption, next, () => void setStatus(redemption, back));
    },
    remove: ({ id, name }: Redemption, removed: () => void) =>
      confirm({
        title: t('redemptions.confirm.delete', { name }),
        text: t('redemptions.confirm.deleteText'),
        confirm: t('redemptions.actions.delete'),
        run: () =>
          removal.mutate(
            { params: { id } },
            {
              onSuccess: () => {
                toastSuccess(t('redemptions.deleted', { name }));
                removed();
              },
              onError: toastError,
            },
          ),
      }),
    clearUsed: () =>
      confirm({
        title: t('redemptions.confirm.clear'),
        text: t('redemptions.confirm.clearText'),
        confirm: t('redemptions.clearUsed'),
        run: () =>
          clearing.mutate(
            {},
            {
              onSuccess: (count) => toastSuccess(t('redemptions.cleared', { count })),
              onError: toastError,
            },
          ),
      }),
  };
}
