import { Group, Loader, Paper, Text } from '@mantine/core';
import { LOG_CONSUME, LOG_ERROR, type Token } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { usePollInterval } from '../../ui/hooks/use-poll-interval.ts';
import { LogLink } from '../logs/log-link.tsx';

const LOOK_SECONDS = 3;
const CALLS: readonly number[] = [LOG_CONSUME, LOG_ERROR];

/** The latest call of the selected key, updated live, to check that a newly configured client works. */
export function LastCall({ apiKey }: { apiKey: Token | undefined }) {
  const { t } = useTranslation();
  const often = usePollInterval(apiKey ? LOOK_SECONDS : 0);
  const log = useEndpoint(
    calls.listOwnLogs,
    { query: { p: 1, page_size: 10, token_name: apiKey?.name ?? '' } },
    { enabled: apiKey !== undefined, refetchIntervalMs: often },
  );
  if (!apiKey)
    return (
      <Text c="dimmed" size="sm" my="sm">
        {t('docs.lastCall.choose')}
      </Text>
    );
  const call = (log.data?.items ?? []).find(
    ({ token_id: id, type }) => id === apiKey.id && CALLS.includes(type),
  );
  return (
    <Paper withBorder p="sm" my="sm" role="status" aria-label={t('docs.lastCall.title')}>
      {call === undefined ? (
        <Group gap="xs">
          <Loader size={14} />
          <Text size="sm">{t('docs.lastCall.waiting', { name: apiKey.name })}</Text>
        </Group>
      ) : (
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            {call.type === LOG_CONSUME ? (
              <StatusTag tone="good" icon={IconCircleCheck} label={t('docs.lastCall.answered')} />
            ) : (
              <StatusTag tone="bad" icon={IconAlertTriangle} label={t('docs.lastCall.refused')} />
            )}
            <TimeText seconds={call.created_at} />
            <span className="mono">{call.model_name}</span>
            {call.type === LOG_CONSUME ? (
              <Money quota={call.quota} exact />
            ) : (
              <Text size="sm">{call.content}</Text>
            )}
          </Group>
          <LogLink search={{ request_id: call.request_id }} />
        </Group>
      )}
    </Paper>
  );
}
