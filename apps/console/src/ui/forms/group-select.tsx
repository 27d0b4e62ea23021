import { Select, type SelectProps } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** Selects one of the groups that the user's keys may use, with description and ratio. */
export function OwnGroupSelect(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation();
  const groups = useEndpoint(calls.listOwnGroups);
  const data = Object.entries(groups.data ?? {}).map(([name, { desc, ratio }]) => ({
    value: name,
    label: t('ui.groupOption', { name, desc, ratio }),
  }));
  return <Select clearable {...props} data={data} />;
}

/** Selects one of all groups; for administrators. */
export function AllGroupSelect(props: Omit<SelectProps, 'data'>) {
  const groups = useEndpoint(calls.listGroups);
  return <Select clearable {...props} data={groups.data ?? []} />;
}

/** Filters rows by group. */
export function GroupFilter({
  label,
  value,
  apply,
}: {
  label: string;
  value: string;
  apply: (group: string) => void;
}) {
  return (
    <AllGroupSelect
      w={{ base: '100%', sm: 140 }}
      aria-label={label}
      placeholder={label}
      value={value || null}
      onChange={(group) => apply(group ?? '')}
    />
  );
}
