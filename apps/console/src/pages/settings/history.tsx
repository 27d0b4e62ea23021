import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/time-text.tsx';
import { ChangeList } from './change-list.tsx';

/** The latest changes of options: who, when, from what to what. */
export function History() {
  const { t } = useTranslation();
  const history = useEndpoint(calls.listOptionHistory);
  if (history.error && !history.data)
    return <ErrorState error={history.error} retry={() => void history.refetch()} />;
  if (!history.data)
    return (
      <Stack>
        {[1, 2, 3].map((entry) => (
          <Skeleton key={entry} height={64} />
        ))}
      </Stack>
    );
  if (history.data.length === 0)
    return (
      <EmptyState
        icon={IconHistory}
        title={t('setting.history.empty')}
        text={t('setting.history.emptyText')}
      />
    );
  return (
    <ol className="change-history">
      {history.data.map(({ id, actor_name: name, changed_at: at, changes }) => (
        <li key={id}>
          <Group justify="space-between" mb={4}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed">
              <RelativeTime seconds={at} />
            </Text>
          </Group>
          <ChangeList changes={changes} />
        </li>
      ))}
    </ol>
  );
}
