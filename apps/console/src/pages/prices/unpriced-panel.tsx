import { Alert, Button, Group, Text } from '@mantine/core';
import { IconTagOff } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { formatUsdPrice } from '../../ui/prices/format-usd-price.ts';
import { priceOf } from './price-draft.ts';
import type { PriceEditor } from './use-price-editor.ts';

const SHOWN = 8;

/** Models that channels offer without a price, with list prices to apply; nothing if all have one. */
export function UnpricedPanel({
  editor,
  edit,
}: {
  editor: PriceEditor;
  edit: (model: string) => void;
}) {
  const { t } = useTranslation();
  const { maps } = editor;
  const { data = [] } = useEndpoint(calls.listUnpriced);
  const left = data.filter(({ model }) => maps && priceOf(maps, model) === undefined);
  const offered = left.flatMap(({ model, proposal }) =>
    proposal ? [{ model, price: proposal.price }] : [],
  );
  if (left.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      bd="1px solid var(--warn-line)"
      mb="sm"
      icon={<IconTagOff size={18} stroke={1.8} />}
      py="xs"
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">
          <b>{t('prices.unpriced.title', { count: left.length })}</b> {t('prices.unpriced.text')}
        </Text>
        {offered.length > 1 ? (
          <Button size="xs" variant="default" onClick={() => editor.adopt(offered)}>
            {t('prices.unpriced.setAll', { count: offered.length })}
          </Button>
        ) : null}
      </Group>
      <ul className="unpriced">
        {left.slice(0, SHOWN).map(({ model, proposal, channels, channel_count: count }) => (
          <li key={model}>
            <span className="mono">{model}</span>
            <Text span size="xs" c="dimmed">
              {channels
                .slice(0, 2)
                .map(({ name }) => name)
                .join(t('ui.comma'))}
              {count > 2 ? ` +${count - 2}` : ''}
            </Text>
            <Text span size="sm" c={proposal ? undefined : 'dimmed'}>
              {proposal ? formatUsdPrice(proposal.price, t) : t('prices.unpriced.noList')}{' '}
              {proposal ? (
                <Text span size="xs" c="dimmed">
                  {[proposal.listedAs, proposal.source, proposal.date].filter(Boolean).join(' · ')}
                </Text>
              ) : null}
            </Text>
            <Group gap="xs" ms="auto" wrap="nowrap">
              <Button
                size="xs"
                variant="default"
                aria-label={t('prices.unpriced.editOf', { model })}
                onClick={() => edit(model)}
              >
                {t('prices.unpriced.edit')}
              </Button>
              {proposal ? (
                <Button
                  size="xs"
                  aria-label={t('prices.unpriced.setOf', { model })}
                  onClick={() => editor.adopt([{ model, price: proposal.price }])}
                >
                  {t('prices.unpriced.set')}
                </Button>
              ) : null}
            </Group>
          </li>
        ))}
      </ul>
      {left.length > SHOWN ? (
        <Text size="xs" c="dimmed" mt={4}>
          {t('prices.unpriced.more', { count: left.length - SHOWN })}
        </Text>
      ) : null}
    </Alert>
  );
}
