import { Button } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { DownloadButton } from '../../ui/display/download-button.tsx';
import { exportLog } from './export-log.ts';
import type { LogQuery } from './query.ts';

/** The number of waiting rows; a click adds them to the table. */
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

/** Downloads the matching rows. */
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
  const { p: _page, page_size: _size, ...filter } = query;
  return (
    <DownloadButton
      label={t('logs.export.action')}
      download={() => exportLog(filter, admin)}
      disabled={disabled}
      shrinks="always"
    />
  );
}
