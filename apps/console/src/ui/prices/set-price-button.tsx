import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError, toastSuccess } from '../feedback/toasts.tsx';
import { formatUsdPrice } from './format-usd-price.ts';
import type { ModelProposal } from './model-proposal.ts';

/** Takes a list price for a model that has none, in one click; what it is stands beside it. */
export function SetPriceButton({ model, proposal }: { model: string; proposal: ModelProposal }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const set = useEndpointMutation(calls.setPrices);
  const price = formatUsdPrice(proposal.price, t);
  const run = async () => {
    try {
      await set.mutateAsync({
        body: {
          prices: [{ model, price: proposal.price }],
          note: t('ui.noPrice.note', { model, source: proposal.source }),
        },
      });
    } catch (error) {
      return toastError(error);
    }
    toastSuccess(t('ui.noPrice.done', { model }), price);
    // Whether a model can be called shows on many pages.
    await client.invalidateQueries();
  };
  return (
    <Button
      size="xs"
      loading={set.isPending}
      title={`${price} · ${proposal.source}, ${proposal.date}`}
      onClick={() => void run()}
    >
      {t('ui.noPrice.set')}
    </Button>
  );
}
