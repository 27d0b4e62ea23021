import { Badge, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import type { AttentionItem, AttentionKind } from '@tollgate/contract';
import {
  IconClockPause,
  IconCircleCheck,
  IconPlugConnectedX,
  IconScale,
  IconTagOff,
  IconAlertTriangle,
  IconVersions,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { SetPriceButton } from '../../ui/prices/set-price-button.tsx';
import { useUnpricedModels } from '../../ui/prices/use-unpriced-models.ts';
import { pages } from '../index.ts';
import { Age } from '../../ui/display/age.tsx';
import { formatDollars } from '../../ui/format/format-dollars.ts';
import { formatTime } from '../../ui/format/format-time.ts';

const EVERY_MS = 30_000;

interface Kind {
  icon: Icon;
  /** The page where it can be fixed. */
  target: (item: AttentionItem) => { to: string; search?: Record<string, unknown> };
}

const channelOf = ({ count, id, condition }: AttentionItem) =>
  count === 1
    ? { to: pages.channelEdit.path.replace('$id', String(id)) }
    : { to: pages.channel.path, search: { status: condition } };

const KINDS: Readonly<Record<AttentionKind, Kind>> = {
  channels_disabled: { icon: IconPlugConnectedX, target: channelOf },
  ledger_mismatch: { icon: IconScale, target: () => ({ to: pages.system.path }) },
  models_unpriced: {
    icon: IconTagOff,
    target: () => ({ to: pages.prices.path, search: { show: 'unpriced' } }),
  },
  balance_low: { icon: IconWallet, target: channelOf },
  channels_cooling: {
    icon: IconClockPause,
    target: ({ condition }) => ({ to: pages.channel.path, search: { status: condition } }),
  },
  job_failed: { icon: IconAlertTriangle, target: () => ({ to: pages.system.path }) },
  versions_differ: { icon: IconVersions, target: () => ({ to: pages.system.path }) },
};

/**
 * What needs an administrator's attention, worst first, each with a link to the page that fixes it. With
 * `quiet` nothing is shown if nothing needs attention.
 */
export function AttentionList({ quiet = false }: { quiet?: boolean }) {
  const { t } = useTranslation();
  const { data, dataUpdatedAt } = useEndpoint(
    calls.listAttention,
    {},
    { refetchIntervalMs: EVERY_MS },
  );
  if (quiet && (data?.length ?? 0) === 0) return null;
  return (
    <Paper
      className="panel attention"
      component="section"
      aria-label={t('dashboard.attention.title')}
    >
      <Group gap="xs" mb={4} className="attention-head">
        <Title order={2}>{t('dashboard.attention.title')}</Title>
        {data && data.length > 0 ? (
          <Badge
            variant="light"
            color={data.some(({ severity }) => severity === 'bad') ? 'red' : 'orange'}
            size="sm"
          >
            {data.length}
          </Badge>
        ) : null}
        <Text size="xs" c="dimmed" ml="auto" component="span">
          <Age atMs={dataUpdatedAt} />
        </Text>
      </Group>
      {data ? (
        data.length === 0 ? (
          <Group gap={6} c="var(--good)" py="xs">
            <IconCircleCheck size={16} stroke={1.8} aria-hidden />
            <Text size="sm" c="inherit">
              {t('dashboard.attention.none')}
            </Text>
          </Group>
        ) : (
          <ul>
            {data.map((item) => (
              <Row key={`${item.kind} ${item.cause} ${item.names.join()}`} item={item} />
            ))}
          </ul>
        )
      ) : (
        <Skeleton height={120} />
      )}
    </Paper>
  );
}

function Row({ item }: { item: AttentionItem }) {
  const { t } = useTranslation();
  const { kind, severity, count, names, cause, at, calls: refused, balance, daily } = item;
  const { icon: IconOf, target } = KINDS[kind];
  const { to, search = {} } = target(item);
  const listed = names.join(t('ui.comma'));
  const params = {
    count,
    names: count > names.length ? t('dashboard.attention.andMore', { names: listed }) : listed,
    name: jobName(t, kind, names[0] ?? ''),
    cause,
    time: at > 0 ? formatTime(at).slice(5) : '',
    refused,
    balance: balance === null ? '' : formatDollars(balance),
  };
  // The cause may be unknown, as after an import.
  const facts = t(`dashboard.attention.${kind}.note`, params).split(' · ');
  const more =
    kind === 'models_unpriced' && refused > 0
      ? t('dashboard.attention.refused', { count: refused })
      : balance !== null && balance > 0 && daily
        ? lasts(t, balance, daily)
        : '';
  return (
    <li>
      <IconOf size={18} stroke={1.7} aria-hidden style={{ color: `var(--${severity})` }} />
      <div className="attention-text">
        <Text size="sm" fw={500} lineClamp={2}>
          {t(`dashboard.attention.${kind}.title`, params)}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2} className="wraps">
          {[...facts, more].filter(Boolean).join(' · ')}
        </Text>
        {kind === 'models_unpriced' ? <ListPrices models={names} /> : null}
      </div>
      <Link to={to} search={search} className="attention-link">
        {t(`dashboard.attention.${kind}.action`, params)}
      </Link>
    </li>
  );
}

/** The named models that have a list price, each with a button that sets it. */
function ListPrices({ models }: { models: readonly string[] }) {
  const unpriced = useUnpricedModels(models);
  const offers = models.flatMap((model) => {
    const proposal = unpriced.get(model);
    return proposal ? [{ model, proposal }] : [];
  });
  return offers.length === 0 ? null : (
    <Group gap={6} mt={6}>
      {offers.map((offer) => (
        <SetPriceButton key={offer.model} {...offer} named />
      ))}
    </Group>
  );
}

const HOURS = 24;

/** Says how long an upstream balance lasts at last week's rate. */
function lasts(t: Translate, balance: number, daily: number): string {
  const hours = (balance / daily) * HOURS;
  const pace = formatDollars(daily);
  return hours < 2 * HOURS
    ? t('dashboard.attention.lastsHours', { count: Math.max(1, Math.round(hours)), pace })
    : t('dashboard.attention.lastsDays', { count: Math.round(hours / HOURS), pace });
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** Returns a job's name as on the system page. */
function jobName(t: Translate, kind: AttentionKind, name: string): string {
  return kind === 'job_failed'
    ? t(`system.jobNames.${name}` as never, { defaultValue: name })
    : name;
}
