import { Anchor, Button, Group, Table, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { vendorOf } from '../../ui/format/model-vendor.ts';
import { pages } from '../index.ts';
import {
  countVendors,
  findPrices,
  type PriceRow,
  type Prices,
  ratioGroup,
  showPrices,
} from '../pricing/price-rows.ts';

const SHOWN = 8;
const ALL = { keyword: '', group: '', type: 'tokens' } as const;

/** A few models of every vendor with what they cost, and who else is there. */
export function ModelTable({ prices }: { prices: Prices }) {
  const { t } = useTranslation();
  const rows = pickRows(prices);
  const vendors = countVendors(prices).filter(({ name }) => name !== '');
  return (
    <>
      {vendors.length > 2 ? (
        <section className="home-vendors" aria-label={t('home.vendors')}>
          {vendors.slice(0, SHOWN).map(({ id, name }) => (
            <span key={id} className="model-name">
              <ModelMark model={exampleOf(prices, id)} />
              {name}
            </span>
          ))}
        </section>
      ) : null}
      <section>
        <Group justify="space-between" align="flex-end" mb="sm">
          <div>
            <Title order={2} fz={24}>
              {t('home.models.title')}
            </Title>
            <Text c="dimmed">{t('home.models.text', { group: ratioGroup(prices, '') })}</Text>
          </div>
          <Button
            component={Link}
            to={pages.pricing.path}
            variant="default"
            rightSection={<IconArrowRight size={16} />}
          >
            {t('home.models.all', { count: prices.data.length })}
          </Button>
        </Group>
        <Rows rows={rows} />
      </section>
    </>
  );
}

function Rows({ rows }: { rows: readonly PriceRow[] }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={0} className="home-table">
      <Table className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('home.models.model')}</Table.Th>
            <Table.Th ta="right">{t('home.models.input')}</Table.Th>
            <Table.Th ta="right">{t('home.models.output')}</Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              {t('home.models.cached')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ model_name: name, shown }) =>
            'call' in shown ? null : (
              <Table.Tr key={name}>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={pages.pricingModel.path}
                    params={{ id: name } as never}
                    className="model-name"
                    c="inherit"
                  >
                    <ModelMark model={name} />
                    <span className="mono">{name}</span>
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right" fw={500}>
                  {shown.prompt}
                </Table.Td>
                <Table.Td ta="right" fw={500}>
                  {shown.completion}
                </Table.Td>
                <Table.Td ta="right" c="dimmed" visibleFrom="xs">
                  {shown.cached}
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** One of each vendor in turn, so that no vendor fills the list. */
function pickRows(prices: Prices): PriceRow[] {
  const open = findPrices(prices, ALL).filter(({ isAvailable }) => isAvailable);
  const turns = new Map<string, number>();
  const ranked = open.map((row) => {
    const { id } = vendorOf(row.model_name);
    const turn = turns.get(id) ?? 0;
    turns.set(id, turn + 1);
    return { row, turn };
  });
  const picked = ranked.toSorted((left, right) => left.turn - right.turn).slice(0, SHOWN);
  const rows = picked.map(({ row }) => row);
  return showPrices(prices, rows, { group: '', p: 1, page_size: SHOWN });
}

function exampleOf({ data }: Prices, vendor: string): string {
  return data.find(({ model_name: name }) => vendorOf(name).id === vendor)?.model_name ?? '';
}
