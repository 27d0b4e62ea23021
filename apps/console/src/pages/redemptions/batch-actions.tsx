import type { Redemption } from '@tollgate/contract';
import { IconDownload, IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { BatchButton } from '../../ui/tables/batch-button.tsx';
import { useRedemptionBatch } from './use-redemption-batch.ts';

/** The buttons of the bar for selected codes. */
export function RedemptionBatchActions({
  codes,
  done,
}: {
  codes: readonly Redemption[];
  done: () => void;
}) {
  const { t } = useTranslation();
  const { run, remove, save } = useRedemptionBatch(codes, done);
  return (
    <>
      <BatchButton icon={IconDownload} onClick={save}>
        {t('redemptions.batch.export')}
      </BatchButton>
      <BatchButton icon={IconToggleRight} onClick={() => void run('enable')}>
        {t('redemptions.actions.enable')}
      </BatchButton>
      <BatchButton icon={IconToggleLeft} onClick={() => void run('disable')}>
        {t('redemptions.actions.disable')}
      </BatchButton>
      <BatchButton icon={IconTrash} isDangerous onClick={remove}>
        {t('redemptions.actions.delete')}
      </BatchButton>
    </>
  );
}
