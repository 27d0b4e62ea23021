import { Select } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { browserZone } from './query.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const SHOWN = 60;

/** Selects the time zone whose days are counted; the browser's by default. */
export function ZoneSelect({ zone, choose }: { zone: string; choose: (zone: string) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      w={{ xs: 136 }}
      flex={{ base: '1 1 120px', xs: 'none' }}
      searchable
      limit={SHOWN}
      aria-label={t('dashboard.zone')}
      placeholder={browserZone()}
      data={ZONES}
      value={zone === '' ? null : zone}
      onChange={(next) => choose(next ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': t('dashboard.ownZone') }}
    />
  );
}
