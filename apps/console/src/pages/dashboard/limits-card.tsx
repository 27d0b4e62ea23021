import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import { TOKEN_ENABLED, TOKEN_EXHAUSTED } from '@tollgate/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LimitText } from '../../ui/display/limit-text.tsx';
import { type KeyLimit, keyLimits, limitShare, limitTone } from '../../ui/format/key-limits.ts';
import { pages } from '../index.ts';
import { useFigureFormats } from './use-figure-formats.ts';

const KEYS_MAX = 100;
const SHOWN = 5;
const COLORS = { good: 'var(--c1)', warn: 'var(--warn)', bad: 'var(--bad)' } as const;

/** API keys with a total or periodic spending limit, the nearest to its limit first. */
export function LimitsCard() {
  const { t } = useTranslation();
  const keys = useEndpoint(calls.searchTokens, { query: { p: 1, page_size: KEYS_MAX } });
  const usable = (keys.data?.items ?? []).filter(
    ({ status }) => status === TOKEN_ENABLED || status === TOKEN_EXHAUSTED,
  );
  const limits = usable
    .flatMap((key) => keyLimits(key).map((limit) => ({ id: key.id, name: key.name, limit })))
    .sort((one, other) => limitShare(other.limit) - limitShare(one.limit))
    .slice(0, SHOWN);
  const paced = usable.filter(({ rate_limit: rate }) => rate > 0);
  return (
    <Paper className="panel" component="section" aria-label={t('dashboard.limits.title')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('dashboard.limits.title')}</Title>
        <Link to={pages.apiKeys.path} className="attention-link">
          {t('dashboard.limits.keys')}
        </Link>
      </Group>
      {keys.data && limits.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('dashboard.limits.none')}
        </Text>
      ) : null}
      {limits.map(({ id, name, limit }) => (
        <LimitRow key={`${id} ${limit.kind}`} name={name} limit={limit} />
      ))}
      {paced.slice(0, SHOWN).map(({ id, name, rate_limit: rate }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="xs" mt="xs">
          <Text size="sm" fw={500} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" className="tabular" style={{ flexShrink: 0 }}>
            {t('dashboard.limits.rate', { count: rate })}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}

function LimitRow({ name, limit }: { name: string; limit: KeyLimit }) {
  const { t } = useTranslation();
  const { money } = useFigureFormats();
  const tone = limitTone(limit);
  return (
    <div className="limit-row">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        <Text size="sm" className="tabular" style={{ flexShrink: 0 }}>
          {t('dashboard.limits.used', { used: money(limit.used), limit: money(limit.limit) })}
        </Text>
      </Group>
      <Progress
        value={Math.min(1, limitShare(limit)) * 100}
        size={5}
        my={5}
        color={COLORS[tone]}
        aria-label={`${name}: ${t(`ui.keyLimit.names.${limit.kind}`)}`}
      />
      <Text size="xs" className="figure-change" c={tone === 'good' ? 'dimmed' : COLORS[tone]}>
        {tone === 'good' ? null : <IconAlertTriangle size={13} stroke={2} aria-hidden />}
        <span>
          <LimitText limit={limit} />
        </span>
      </Text>
    </div>
  );
}
