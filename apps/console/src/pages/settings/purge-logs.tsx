import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { ApiError, callForEnvelope } from '../../api/call-endpoint.ts';
import { useRefetch } from '../../api/refetch.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { formatTime, parseTime } from '../../ui/format/format-time.ts';

/** Default age in days of the log entries to delete. */
const AGE = 30;

/** Deletes the log entries before a given time. */
export function PurgeLogs() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(() =>
    formatTime(dayjs.unix(unixSeconds()).subtract(AGE, 'day').unix()),
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const refetch = useRefetch();
  const clean = useMutation({
    mutationFn: (target_timestamp: number) =>
      callForEnvelope(calls.deleteLogs, { query: { target_timestamp } }),
    onSettled: () => refetch([calls.listLogs, calls.getLogStat]),
    onSuccess: ({ data: count, running }) =>
      toastSuccess(t(`setting.cleanLogs.${running ? 'running' : 'done'}`, { count })),
    onError: (error: ApiError) =>
      toastError(new ApiError(t('setting.cleanLogs.failed', { message: error.message }), error)),
  });
  const time = parseTime(typed);
  const confirmPurge = () => {
    setSubmitted(true);
    if (time === undefined) return toastError(new Error(t('errors.log_time_required')));
    confirm({
      title: t('setting.cleanLogs.title'),
      text: t('setting.cleanLogs.text', { time: formatTime(time) }),
      confirm: t('setting.cleanLogs.action'),
      run: () => clean.mutate(time),
    });
  };
  return (
    <Group align="flex-end" pt="md" gap="xs" maw={460}>
      <TextInput
        flex={1}
        label={t('setting.cleanLogs.before')}
        placeholder={t('setting.cleanLogs.hint')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isSubmitted && time === undefined ? t('errors.log_time_required') : undefined}
      />
      <Button variant="default" loading={clean.isPending} onClick={confirmPurge}>
        {t('setting.cleanLogs.action')}
      </Button>
    </Group>
  );
}
