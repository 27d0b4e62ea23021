import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import { TOKEN_ENABLED, TOKEN_EXHAUSTED } from '@tollgate/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { pages } from '../index.ts';
import { useFigureFormats } from './use-figure-formats.ts';

const KEYS_MAX = 100;
const SHOWN = 5;
const AMBER = 90;

/** API keys that may spend only so much, the nearest to their limit first. */
export function LimitsCard() {
  const { t } = useTranslation();
  const { money } = useFigureFormats();
  const keys = useEndpoint(calls.searchTokens, { query: { p: 1, page_size: KEYS_MAX } });
  const limited = (keys.data?.items ?? [])
    .filter(
      ({ unlimited_quota: unlimited, status }) =>
        !unlimited && (status === TOKEN_ENABLED || status === TOKEN_EXHAUSTED),
    )
    .map(({ id, name, used_quota: used, remain_quota: left }) => ({
      id,
      name,
      used,
      left,
      percent: used + left === 0 ? 100 : (used / (used + left)) * 100,
    }))
    .sort((one, other) => other.percent - one.percent)
    .slice(0, SHOWN);
  return (
    <Paper className="panel" component="section" aria-label={t('dashboard.limits.title')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('dashboard.limits.title')}</Title>
        <Link to={pages.apiKeys.path} className="attention-link">
          {t('dashboard.limits.keys')}
        </Link>
      </Group>
      {keys.data && limited.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('dashboard.limits.none')}
        </Text>
      ) : null}
      {limited.map(({ id, name, used, left, percent }) => (
        <div key={id} className="limit-row">
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" fw={500} truncate>
              {name}
            </Text>
            <Text size="sm" className="tabular" style={{ flexShrink: 0 }}>
              {t('dashboard.limits.used', { used: money(used), limit: money(used + left) })}
            </Text>
          </Group>
          <Progress
            value={Math.min(100, percent)}
            size={5}
            my={5}
            color={percent >= 100 ? 'var(--bad)' : percent >= AMBER ? 'var(--warn)' : 'var(--c1)'}
            aria-label={name}
          />
          <Text
            size="xs"
            className="figure-change"
            c={percent >= 100 ? 'var(--bad)' : percent >= AMBER ? 'var(--warn)' : 'dimmed'}
          >
            {percent >= AMBER ? <IconAlertTriangle size={13} stroke={2} aria-hidden /> : null}
            {t('dashboard.limits.left', { value: money(left) })}
          </Text>
        </div>
      ))}
    </Paper>
  );
}
