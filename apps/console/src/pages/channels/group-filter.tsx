import { useTranslation } from 'react-i18next';
import { AllGroupSelect } from '../../ui/group-select.tsx';

/** Only channels of one group. */
export function GroupFilter({ value, apply }: { value: string; apply: (group: string) => void }) {
  const { t } = useTranslation();
  return (
    <AllGroupSelect
      w={{ base: '100%', sm: 140 }}
      aria-label={t('channels.group')}
      placeholder={t('channels.group')}
      value={value || null}
      onChange={(group) => apply(group ?? '')}
    />
  );
}
