import { Button } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { formatUsdPrice } from './format-usd-price.ts';
import { type PriceOffer, useSetPrices } from './use-set-prices.ts';

/** Takes a list price for a model that has none, in one click; what it is stands beside it. */
export function SetPriceButton({
  model,
  proposal,
  named = false,
}: PriceOffer & {
  /** Where nothing beside it says which model it is about. */
  named?: boolean;
}) {
  const { t } = useTranslation();
  const { run, isPending } = useSetPrices();
  return (
    <Button
      size="xs"
      {...(named ? { variant: 'default' } : {})}
      loading={isPending}
      title={`${formatUsdPrice(proposal.price, t)} · ${proposal.source}, ${proposal.date}`}
      onClick={() => void run([{ model, proposal }])}
    >
      {named ? t('ui.noPrice.setOf', { model }) : t('ui.noPrice.set')}
    </Button>
  );
}
