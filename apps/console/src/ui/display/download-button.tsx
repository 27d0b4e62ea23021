import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toastError } from '../feedback/toasts.tsx';
import { tip } from '../feedback/tip.ts';
import { useIsMobile } from '../hooks/use-is-mobile.ts';

export interface DownloadButtonProps {
  label: string;
  /** Resolves when the file is ready; a failure is shown. */
  download: () => Promise<void>;
  disabled?: boolean;
  /** Shows only the icon, on a phone or always. */
  shrinks?: boolean | 'always';
}

/** Downloads a file, and shows progress. */
export function DownloadButton({
  label,
  download,
  disabled,
  shrinks = false,
}: DownloadButtonProps) {
  const narrow = useIsMobile();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await download();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const shared = { disabled: disabled === true, loading: busy, onClick: () => void run() };
  const icon = <IconDownload size={16} stroke={1.6} />;
  return shrinks === 'always' || (narrow && shrinks) ? (
    <ActionIcon
      {...tip(label)}
      variant="default"
      size={narrow ? 44 : 36}
      aria-label={label}
      {...shared}
    >
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="default" leftSection={icon} {...shared}>
      {label}
    </Button>
  );
}
