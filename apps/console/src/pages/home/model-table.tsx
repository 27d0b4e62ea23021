import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import type { ModelStatus } from '@tollgate/contract';
import { AnsweredStrip } from '../../ui/display/answered-strip.tsx';
import { CapabilityTags } from '../../ui/display/capability-tags.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { formatSeconds } from '../../ui/format/format-seconds.ts';
import { vendorOf } from '../../ui/format/model-vendor.ts';
import { pages } from '../index.ts';
import { formatContext } from '../pricing/format-context.ts';
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

/** A few models of every vendor with their prices, and the remaining vendors. */
export function ModelTable({
  prices,
  statusOf,
}: {
  prices: Prices;
  /** A model's recent availability, if known. */
  statusOf: (model: string) => ModelStatus | undefined;
}) {
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
            <Text c="dimmed">
              {t('home.models.text', { group: ratioGroup(prices, '') })}
              {rows.some(({ model_name: name }) => statusOf(name)?.first_token_ms)
                ? ` ${t('home.models.measured')}`
                : ''}
            </Text>
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
        {rows.length > 0 ? <Rows rows={rows} statusOf={statusOf} /> : null}
      </section>
    </>
  );
}

function Rows({
  rows,
  statusOf,
}: {
  rows: readonly PriceRow[];
  statusOf: (model: string) => ModelStatus | undefined;
}) {
  const { t } = useTranslation();
  const isKnown = (read: (row: PriceRow) => unknown) => rows.some((row) => read(row) !== undefined);
  const shows = {
    capabilities: isKnown(({ capabilities }) => capabilities),
    context: isKnown(({ context }) => context),
    status: rows.some(({ model_name: name }) => (statusOf(name)?.answered ?? null) !== null),
  };
  return (
    <div className="home-table">
      <table className="tabular">
        <thead>
          <tr>
            <th>{t('home.models.model')}</th>
            {shows.capabilities ? <th data-text>{t('home.models.capabilities')}</th> : null}
            {shows.context ? <th data-wide>{t('home.models.context')}</th> : null}
            <th>{t('home.models.input')}</th>
            <th>{t('home.models.output')}</th>
            <th data-wide>{t('home.models.cached')}</th>
            {shows.status ? (
              <>
                <th data-wide>{t('home.models.firstToken')}</th>
                <th data-wide>{t('home.models.answered')}</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.model_name} {...{ row, shows }} status={statusOf(row.model_name)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row: { model_name: name, shown, context, capabilities },
  shows,
  status,
}: {
  row: PriceRow;
  shows: Readonly<Record<'capabilities' | 'context' | 'status', boolean>>;
  status: ModelStatus | undefined;
}) {
  if ('call' in shown) return null;
  const first = status?.first_token_ms ?? undefined;
  return (
    <tr>
      <td>
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
      </td>
      {shows.capabilities ? (
        <td data-text>
          <CapabilityTags capabilities={capabilities} />
        </td>
      ) : null}
      {shows.context ? (
        <td data-wide>{context === undefined ? '' : formatContext(context)}</td>
      ) : null}
      <td>{shown.prompt}</td>
      <td>{shown.completion}</td>
      <td data-wide>{shown.cached}</td>
      {shows.status ? (
        <>
          <td data-wide>{first === undefined ? '' : formatSeconds(first)}</td>
          <td data-wide>
            {status && status.answered !== null ? (
              <AnsweredStrip days={status.days} answered={status.answered} />
            ) : null}
          </td>
        </>
      ) : null}
    </tr>
  );
}

/** Picks one model per vendor in turn, so that no vendor fills the list. */
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
