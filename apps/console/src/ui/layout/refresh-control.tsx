import { ActionIcon, Group, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import { tip } from '../feedback/tip.ts';

const SECONDS = [0, 5, 10, 15, 60] as const;

/** Refetches now, or (if `setSeconds` is given and there is space) periodically. */
export function RefreshControl({
  seconds = 0,
  setSeconds,
  refresh,
  busy,
}: {
  seconds?: number;
  setSeconds?: ((seconds: number) => void) | undefined;
  refresh: () => void;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const narrow = useIsMobile();
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        {...tip(t('ui.refresh'))}
        variant="default"
        size={36}
        aria-label={t('ui.refresh')}
        loading={busy}
        onClick={refresh}
      >
        <IconRefresh size={16} stroke={1.6} />
      </ActionIcon>
      {setSeconds && !narrow ? (
        <Select
          w={116}
          aria-label={t('ui.autoRefresh.label')}
          allowDeselect={false}
          value={String(seconds)}
          data={SECONDS.map((value) => ({
            value: String(value),
            label:
              value === 0
                ? t('ui.autoRefresh.off')
                : t('ui.autoRefresh.seconds', { seconds: value }),
          }))}
          onChange={(value) => setSeconds(Number(value))}
        />
      ) : null}
    </Group>
  );
}
