import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import type { toFilter } from './query.ts';
import { browserZone } from '../../ui/format/browser-zone.ts';

/** Downloads the matching entries, for spreadsheets or for programs. */
export function AuditExport({ filter }: { filter: ReturnType<typeof toFilter> }) {
  const { t } = useTranslation();
  const saveCsv = () => {
    const timeZone = browserZone();
    const query = { ...filter, time_zone: timeZone };
    return downloadStream(calls.exportAudit, { query }, 'audit');
  };
  const saveLines = () =>
    downloadStream(calls.exportAuditLines, { query: filter }, 'audit', 'ndjson');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          {t('audit.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void saveCsv().catch(toastError)}>
          {t('audit.exportCsv')}
        </Menu.Item>
        <Menu.Item onClick={() => void saveLines().catch(toastError)}>
          {t('audit.exportLines')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
