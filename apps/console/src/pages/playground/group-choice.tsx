import { Select } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import type { Models } from '../../ui/hooks/use-models.ts';

/** Chooses the group whose channels and prices calls take; nothing where there is one only. */
export function GroupChoice({
  groups,
  group,
  choose,
}: {
  groups: Models['groups'];
  group: string;
  choose: (group: string) => void;
}) {
  const { t } = useTranslation();
  const names = Object.keys(groups);
  if (names.length < 2 && group === '') return null;
  return (
    <Select
      size="xs"
      style={{ flex: '0 1 126px' }}
      miw={90}
      aria-label={t('playground.group')}
      placeholder={t('playground.ownGroup')}
      data={names.map((name) => ({
        value: name,
        label: t('playground.groupOption', { name, ratio: groups[name] }),
      }))}
      value={group === '' ? null : group}
      onChange={(next) => choose(next ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': t('playground.ownGroup') }}
    />
  );
}
