import { Button } from '@mantine/core';
import { CHANNEL_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import {
  IconFlask,
  IconPencil,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import type { useBatch } from './use-batch.ts';

/** The buttons of the bar for selected channels. */
export function BatchActions({
  batch,
  openSet,
}: {
  batch: ReturnType<typeof useBatch>;
  openSet: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        variant="subtle"
        color="slate"
        size="compact-sm"
        leftSection={<IconToggleRight size={16} />}
        onClick={() => void batch.set({ status: CHANNEL_ENABLED })}
      >
        {t('channels.batch.turnOn')}
      </Button>
      <Button
        variant="subtle"
        color="slate"
        size="compact-sm"
        leftSection={<IconToggleLeft size={16} />}
        onClick={() => void batch.set({ status: CHANNEL_DISABLED })}
      >
        {t('channels.batch.turnOff')}
      </Button>
      <Button
        variant="subtle"
        color="slate"
        size="compact-sm"
        leftSection={<IconPencil size={16} />}
        onClick={openSet}
      >
        {t('channels.batch.set')}
      </Button>
      <Button
        variant="subtle"
        color="slate"
        size="compact-sm"
        leftSection={<IconFlask size={16} />}
        onClick={() => void batch.test()}
      >
        {t('channels.actions.test')}
      </Button>
      <Button
        variant="subtle"
        c="var(--bad)"
        size="compact-sm"
        leftSection={<IconTrash size={16} />}
        onClick={batch.remove}
      >
        {t('channels.actions.delete')}
      </Button>
    </>
  );
}
