import { Button } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { formatUsdPrice } from './format-usd-price.ts';
import { type PriceOffer, useSetPrices } from './use-set-prices.ts';

/** Sets the list price of an unpriced model with one click; the price is shown next to it. */
export function SetPriceButton({
  model,
  proposal,
  named = false,
}: PriceOffer & {
  /** Names the model, if nothing next to the button does. */
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
