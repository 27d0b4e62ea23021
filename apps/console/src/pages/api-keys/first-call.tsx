import { Group, Loader, Paper, Text } from '@mantine/core';
import { LOG_CONSUME, LOG_ERROR, type Token } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { LogLink } from '../logs/log-link.tsx';

/** How often to poll for the call. */
const LOOK_MS = 2000;

/** Waits for the first call of a new key and reports its outcome: seen, or refused and why. */
export function FirstCall({ apiKey }: { apiKey: Token }) {
  const { t } = useTranslation();
  const query = { token_name: apiKey.name, start_timestamp: apiKey.created_time, page_size: 10 };
  const log = useEndpoint(
    calls.listOwnLogs,
    { query },
    { refetchIntervalMs: (data) => (data?.items.some(isAnswered) ? false : LOOK_MS) },
  );
  const mine = (log.data?.items ?? []).filter(({ token_id: id }) => id === apiKey.id);
  const call = mine.find(isAnswered) ?? mine.find(({ type }) => type === LOG_ERROR);
  return (
    <Paper withBorder p="sm" role="status">
      {call === undefined ? (
        <Group gap="xs">
          <Loader size={14} />
          <Text size="sm">{t('tokens.firstCall.waiting')}</Text>
        </Group>
      ) : (
        <>
          <Group justify="space-between">
            {call.type === LOG_CONSUME ? (
              <StatusTag tone="good" icon={IconCircleCheck} label={t('tokens.firstCall.seen')} />
            ) : (
              <StatusTag
                tone="bad"
                icon={IconAlertTriangle}
                label={t('tokens.firstCall.refused')}
              />
            )}
            <LogLink search={{ request_id: call.request_id }} />
          </Group>
          <Group gap="sm" mt={4}>
            <span className="mono">{call.model_name}</span>
            {call.type === LOG_CONSUME ? (
              <Money quota={call.quota} exact />
            ) : (
              <Text size="sm">{call.content}</Text>
            )}
          </Group>
        </>
      )}
    </Paper>
  );
}

const isAnswered = ({ type }: { type: number }) => type === LOG_CONSUME;
