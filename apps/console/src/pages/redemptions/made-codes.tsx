import { Button } from '@mantine/core';
import { formatQuotaExactly } from '@tollgate/pricing';
import { IconDownload } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { downloadFile } from '../../api/download-file.ts';
import { HandOutDialog } from '../../ui/feedback/hand-out-dialog.tsx';
import type { MadeCodes } from './form.tsx';

/** Shows newly created codes: copy all with one click, or save them as a file, one per line. */
export function MadeCodesDialog({ created, close }: { created: MadeCodes; close: () => void }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const { codes, quota } = created;
  const save = () =>
    downloadFile(
      new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
      `codes-${dayjs().format('YYYY-MM-DD-HHmmss')}.txt`,
    );
  return (
    <HandOutDialog
      title={t('redemptions.made.title', { count: codes.length })}
      note={t('redemptions.made.text', { money: formatQuotaExactly(quota, display) })}
      label={t('redemptions.made.list')}
      lines={codes}
      copyLabel={t('redemptions.made.copy')}
      actions={
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
          {t('redemptions.made.save')}
        </Button>
      }
      closeLabel={t('redemptions.made.close')}
      close={close}
    />
  );
}
