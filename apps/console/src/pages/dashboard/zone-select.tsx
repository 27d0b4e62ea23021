import { Select } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { browserZone } from '../../ui/format/browser-zone.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const SHOWN = 60;

/** The part of a zone's name that has space on a phone. */
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

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
      placeholder={cityOf(browserZone())}
      data={ZONES}
      value={zone === '' ? null : zone}
      onChange={(next) => choose(next ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': t('dashboard.ownZone') }}
    />
  );
}
