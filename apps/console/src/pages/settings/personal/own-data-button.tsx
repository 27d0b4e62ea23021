import { Button } from '@mantine/core';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../../api/download-stream.ts';
import { useTranslation } from '../../../texts.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { toastError } from '../../../ui/feedback/toasts.tsx';

/** Downloads all data of the user's account, after confirmation. */
export function OwnDataButton() {
  const { t } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const run = () => {
    setRunning(true);
    void downloadStream(calls.exportOwnData, {}, 'my-data', 'ndjson')
      .catch(toastError)
      .finally(() => setRunning(false));
  };
  const confirmExport = () =>
    confirm({
      title: t('personal.ownData.title'),
      text: t('personal.ownData.text'),
      confirm: t('personal.ownData.confirm'),
      danger: false,
      run,
    });
  return (
    <Button variant="default" loading={isRunning} onClick={confirmExport}>
      {t('personal.ownData.action')}
    </Button>
  );
}
