import { Button, type ButtonProps } from '@mantine/core';
import type { Redemption } from '@tollgate/contract';
import { IconDownload, IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useRedemptionBatch } from './use-redemption-batch.ts';

const LOOK: ButtonProps = { variant: 'subtle', color: 'slate', size: 'compact-sm' };

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
      <Button {...LOOK} leftSection={<IconDownload size={16} />} onClick={save}>
        {t('redemptions.batch.export')}
      </Button>
      <Button
        {...LOOK}
        leftSection={<IconToggleRight size={16} />}
        onClick={() => void run('enable')}
      >
        {t('redemptions.actions.enable')}
      </Button>
      <Button
        {...LOOK}
        leftSection={<IconToggleLeft size={16} />}
        onClick={() => void run('disable')}
      >
        {t('redemptions.actions.disable')}
      </Button>
      <Button {...LOOK} c="var(--bad)" leftSection={<IconTrash size={16} />} onClick={remove}>
        {t('redemptions.actions.delete')}
      </Button>
    </>
  );
}
