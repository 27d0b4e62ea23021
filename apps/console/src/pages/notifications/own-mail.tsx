import { Group, Select } from '@mantine/core';
import { NOTIFICATION_DIGESTS, type OwnMailSettings } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';

/** Settings of notifications by e-mail to the user's own address; each change is saved at once. */
export function OwnMail({ settings }: { settings: OwnMailSettings }) {
  const { t } = useTranslation();
  const saving = useEndpointMutation(calls.saveOwnMailSettings, [calls.getOwnNotifications]);
  const save = (changes: Partial<OwnMailSettings>) =>
    saving.mutate({ body: { ...settings, ...changes } }, { onError: toastError });
  const email = t('notifications.ownEmail');
  return (
    <Group gap="sm">
      <Select
        w={180}
        aria-label={`${email}: ${t('notifications.digest')}`}
        allowDeselect={false}
        disabled={saving.isPending}
        data={NOTIFICATION_DIGESTS.map((value) => ({
          value,
          label: t(`notifications.digests.${value}`),
        }))}
        value={settings.digest}
        onChange={(digest) => save({ digest: digest ?? 'none' })}
      />
      <Select
        w={180}
        aria-label={`${email}: ${t('notifications.language')}`}
        allowDeselect={false}
        disabled={saving.isPending}
        data={[
          { value: 'both', label: t('notifications.mailBoth') },
          { value: 'zh', label: t('notifications.languages.zh') },
          { value: 'en', label: t('notifications.languages.en') },
        ]}
        value={settings.language}
        onChange={(language) => save({ language: language ?? 'both' })}
      />
    </Group>
  );
}
