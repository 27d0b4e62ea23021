import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { exportLog } from './export-log.ts';
import type { LogQuery } from './query.ts';

/** Says how many rows wait, and puts them into the table. */
export function WaitingRows({ count, show }: { count: number; show: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="live-pill" role="status">
      {count > 0 ? (
        <Button size="compact-sm" radius="xl" onClick={show}>
          {`${t('logs.live.waiting', { count })} · ${t('logs.live.show')}`}
        </Button>
      ) : null}
    </div>
  );
}

/** Saves the rows that match as a file. */
export function ExportButton({
  query,
  admin,
  disabled,
}: {
  query: Omit<LogQuery, 'range'>;
  admin: boolean;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const narrow = useIsMobile();
  const [busy, setBusy] = useState(false);
  const { p: _page, page_size: _size, ...filter } = query;
  const run = async () => {
    setBusy(true);
    try {
      await exportLog(filter, admin);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const shared = { disabled, loading: busy, onClick: () => void run() };
  if (narrow)
    return (
      <Tooltip label={t('logs.export.action')}>
        <ActionIcon variant="default" size={34} aria-label={t('logs.export.action')} {...shared}>
          <IconDownload size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    );
  return (
    <Button variant="default" leftSection={<IconDownload size={16} stroke={1.6} />} {...shared}>
      {t('logs.export.action')}
    </Button>
  );
}
