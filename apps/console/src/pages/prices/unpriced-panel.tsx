import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { IconTagOff } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { formatUsdPrice } from '../../ui/prices/format-usd-price.ts';
import { priceOf } from './price-draft.ts';
import type { PriceEditor } from './use-price-editor.ts';

const SHOWN = 8;

/** Models that channels offer without a price, with list prices to take; nothing where all have one. */
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
      title={t('prices.unpriced.title', { count: left.length })}
    >
      <Group justify="space-between" mb="xs">
        <Text size="sm">{t('prices.unpriced.text')}</Text>
        {offered.length > 1 ? (
          <Button size="xs" variant="default" onClick={() => editor.adopt(offered)}>
            {t('prices.unpriced.setAll', { count: offered.length })}
          </Button>
        ) : null}
      </Group>
      <Table className="unpriced-table">
        <Table.Tbody>
          {left.slice(0, SHOWN).map(({ model, proposal, channels, channel_count: count }) => (
            <Table.Tr key={model}>
              <Table.Td>
                <span className="model-name">{model}</span>
              </Table.Td>
              <Table.Td>
                {proposal ? (
                  <>
                    {formatUsdPrice(proposal.price, t)}{' '}
                    <Text span size="xs" c="dimmed">
                      {[proposal.listedAs, proposal.source, proposal.date]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  </>
                ) : (
                  <Text span size="sm" c="dimmed">
                    {t('prices.unpriced.noList')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text span size="xs" c="dimmed">
                  {channels
                    .slice(0, 2)
                    .map(({ name }) => name)
                    .join(t('ui.comma'))}
                  {count > 2 ? ` +${count - 2}` : ''}
                </Text>
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
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
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {left.length > SHOWN ? (
        <Text size="xs" c="dimmed" mt={4}>
          {t('prices.unpriced.more', { count: left.length - SHOWN })}
        </Text>
      ) : null}
    </Alert>
  );
}
