import { Chip, Group } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { VendorMark } from '../../ui/display/model-mark.tsx';
import { countVendors, type Prices } from './price-rows.ts';

/** Further vendors are rarely needed, and the search finds them. */
const SHOWN = 8;

/** The vendors of the listed models; selecting one filters the list. */
export function VendorChips({
  prices,
  value,
  change,
}: {
  prices: Prices;
  value: string;
  change: (vendor: string) => void;
}) {
  const { t } = useTranslation();
  const vendors = countVendors(prices);
  if (vendors.length < 2) return null;
  const shown = vendors.filter(({ id }, index) => index < SHOWN || id === value);
  return (
    <Chip.Group value={value} onChange={(next) => change(next)}>
      <Group gap={6} mb="xs" role="group" aria-label={t('pricing.vendor')} className="chip-row">
        <Chip value="" size="sm" variant="outline">
          {`${t('pricing.allVendors')} ${prices.data.length}`}
        </Chip>
        {shown.map(({ id, name, count }) => (
          <Chip key={id} value={id} size="sm" variant="outline">
            <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
              {name ? <VendorMark vendor={id} /> : null}
              {`${name || t('pricing.otherVendor')} ${count}`}
            </Group>
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
