import { Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadedList } from '../../ui/display/loaded-list.tsx';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { ChangeList } from './change-list.tsx';

/** The latest changes of options: who, when, old and new value. */
export function History() {
  const { t } = useTranslation();
  const empty = (
    <EmptyState
      icon={IconHistory}
      title={t('setting.history.empty')}
      text={t('setting.history.emptyText')}
    />
  );
  return (
    <LoadedList query={useEndpoint(calls.listOptionHistory)} empty={empty}>
      {({ actor_name: name, changed_at: at, changes }) => (
        <>
          <Group justify="space-between" mb={4}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed">
              <RelativeTime seconds={at} />
            </Text>
          </Group>
          <ChangeList changes={changes} />
        </>
      )}
    </LoadedList>
  );
}
