import { Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { pages } from '../index.ts';
import { CALL_COLUMNS, CallsTable, onlyCalls } from './calls-table.tsx';

const SHOWN = 6;
const EVERY_MS = 15_000;
const NO_COLUMNS = [] as const;

/** The latest calls and their outcome. */
export function RecentCalls() {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const logs = useEndpoint(
    calls.listOwnLogs,
    { query: { p: 1, page_size: 20 } },
    { refetchIntervalMs: EVERY_MS },
  );
  const rows = onlyCalls(logs.data?.items ?? []).slice(0, SHOWN);
  return (
    <Paper className="panel flush" component="section" aria-label={t('dashboard.recent.title')}>
      <Group justify="space-between" className="panel-head">
        <Title order={2}>{t('dashboard.recent.title')}</Title>
        <Link to={pages.log.path} className="attention-link">
          {t('dashboard.recent.all')}
        </Link>
      </Group>
      {logs.data && rows.length === 0 ? (
        <Text size="sm" c="dimmed" className="panel-head">
          {t('dashboard.recent.none')}
        </Text>
      ) : (
        <CallsTable rows={rows} wanted={mobile ? NO_COLUMNS : CALL_COLUMNS} />
      )}
    </Paper>
  );
}
