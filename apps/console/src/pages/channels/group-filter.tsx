import { Select } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** Only channels of one group. */
export function GroupFilter({ value, apply }: { value: string; apply: (group: string) => void }) {
  const { t } = useTranslation();
  const groups = useEndpoint(calls.listGroups);
  return (
    <Select
      w={140}
      clearable
      aria-label={t('channels.group')}
      placeholder={t('channels.group')}
      data={groups.data ?? []}
      value={value || null}
      onChange={(group) => apply(group ?? '')}
    />
  );
}
