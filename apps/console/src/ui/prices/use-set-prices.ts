import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useRefetch } from '../../api/refetch.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError, toastSuccess } from '../feedback/toasts.tsx';
import { formatUsdPrice } from './format-usd-price.ts';
import type { ModelProposal } from './model-proposal.ts';

/** A model without a price, and its proposed list price. */
export interface PriceOffer {
  model: string;
  proposal: ModelProposal;
}

/** Sets list prices of models that have none. */
export function useSetPrices() {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const set = useEndpointMutation(calls.setPrices);
  const run = async (offers: readonly PriceOffer[]): Promise<void> => {
    const [first] = offers;
    if (!first) return;
    const count = offers.length;
    const isSingle = count === 1;
    const { model, proposal } = first;
    try {
      await set.mutateAsync({
        body: {
          prices: offers.map((offer) => ({ model: offer.model, price: offer.proposal.price })),
          note: isSingle
            ? t('ui.noPrice.note', { model, source: proposal.source })
            : t('ui.noPrice.noteMany', { count }),
        },
      });
    } catch (error) {
      return toastError(error);
    }
    if (isSingle) toastSuccess(t('ui.noPrice.done', { model }), formatUsdPrice(proposal.price, t));
    else toastSuccess(t('ui.noPrice.doneMany', { count }));
    // Many pages show whether a model can be called.
    await refetch();
  };
  return { run, isPending: set.isPending };
}
