import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconTagOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../../pages/index.ts';
import { formatUsdPrice } from './format-usd-price.ts';
import { SetPriceButton } from './set-price-button.tsx';
import { type PriceOffer, useSetPrices } from './use-set-prices.ts';
import { useUnpricedModels } from './use-unpriced-models.ts';
import './unpriced-models.css';

const SHOWN = 5;

/** The given models that have no price, with list prices to set with one click; nothing if all have one. */
export function UnpricedModels({ models }: { models: readonly string[] }) {
  const { t } = useTranslation();
  const unpriced = [...useUnpricedModels(models)].filter(([model]) => models.includes(model));
  const { run, isPending } = useSetPrices();
  if (unpriced.length === 0) return null;
  const offers = unpriced.flatMap(([model, proposal]): PriceOffer[] =>
    proposal ? [{ model, proposal }] : [],
  );
  return (
    <div className="no-price-list" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          <IconTagOff size={14} stroke={2} aria-hidden className="in-line-icon" />{' '}
          {t('ui.noPrice.title', { count: unpriced.length })}
        </Text>
        {offers.length > 1 ? (
          <Button size="xs" loading={isPending} onClick={() => void run(offers)}>
            {t('ui.noPrice.setAll', { count: offers.length })}
          </Button>
        ) : null}
      </Group>
      <ul>
        {unpriced.slice(0, SHOWN).map(([model, proposal]) => (
          <li key={model}>
            <span className="mono">{model}</span>
            <Text span size="sm" c="dimmed">
              {proposal ? formatUsdPrice(proposal.price, t) : t('ui.noPrice.noList')}
            </Text>
            {proposal ? (
              <SetPriceButton model={model} proposal={proposal} />
            ) : (
              <Anchor
                component={Link}
                size="sm"
                to={pages.prices.path}
                search={{ q: model } as never}
                target="_blank"
              >
                {t('ui.noPrice.open')}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
      {unpriced.length > SHOWN ? (
        <Text size="sm" c="dimmed">
          {t('ui.noPrice.more', { count: unpriced.length - SHOWN })}
        </Text>
      ) : null}
    </div>
  );
}
