import { Button, Code, Group, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadedList } from '../../ui/display/loaded-list.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';

/** Opens the log of requests to and from the stablecoin gateway. */
export function StablecoinLog() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Group pt="md">
        <Button
          variant="default"
          leftSection={<IconFileText size={16} stroke={1.6} />}
          onClick={() => setOpened(true)}
        >
          {t('setting.usdtLog.action')}
        </Button>
      </Group>
      <PeekDrawer
        title={t('setting.usdtLog.title')}
        opened={opened}
        takesFocus
        close={() => setOpened(false)}
      >
        {opened ? <Entries /> : null}
      </PeekDrawer>
    </>
  );
}

/** How often the log is refetched while it is open. */
const REFRESH_MS = 10_000;

function Entries() {
  const { t } = useTranslation();
  const log = useEndpoint(calls.listStablecoinLogs, {}, { refetchIntervalMs: REFRESH_MS });
  const empty = (
    <EmptyState
      icon={IconFileText}
      title={t('setting.usdtLog.empty')}
      text={t('setting.usdtLog.emptyText')}
    />
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('setting.usdtLog.note')}
      </Text>
      <LoadedList query={log} empty={empty}>
        {({ created_at: at, content }) => (
          <>
            <Text size="sm" c="dimmed" mb={4}>
              <TimeText seconds={at} precise />
            </Text>
            <Code block>{content}</Code>
          </>
        )}
      </LoadedList>
    </>
  );
}
