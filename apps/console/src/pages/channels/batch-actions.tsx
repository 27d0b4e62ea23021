import { CHANNEL_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import {
  IconFlask,
  IconPencil,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { BatchButton } from '../../ui/tables/batch-button.tsx';
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
      <BatchButton
        icon={IconToggleRight}
        onClick={() => void batch.set({ status: CHANNEL_ENABLED })}
      >
        {t('channels.batch.turnOn')}
      </BatchButton>
      <BatchButton
        icon={IconToggleLeft}
        onClick={() => void batch.set({ status: CHANNEL_DISABLED })}
      >
        {t('channels.batch.turnOff')}
      </BatchButton>
      <BatchButton icon={IconPencil} onClick={openSet}>
        {t('channels.batch.set')}
      </BatchButton>
      <BatchButton icon={IconFlask} onClick={() => void batch.test()}>
        {t('channels.actions.test')}
      </BatchButton>
      <BatchButton icon={IconTrash} isDangerous onClick={batch.remove}>
        {t('channels.actions.delete')}
      </BatchButton>
    </>
  );
}
