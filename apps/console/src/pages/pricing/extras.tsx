import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import type { PriceRow, ShownTool } from './price-rows.ts';

/** Prices of a model's tools and service tiers: their number, and each on a click. */
export function Extras({ row: { shownTools, tiers = {} } }: { row: PriceRow }) {
  const { t, i18n } = useTranslation();
  const ratios = Object.entries(tiers);
  if (shownTools.length === 0 && ratios.length === 0) return null;
  const nameOf = (billed: string) => translateEnum(i18n, 'ui.billed', billed);
  const lines = [
    ...shownTools.map((shown) => [nameOf(shown.tool), t(...priceText(shown))] as const),
    ...ratios.map(([tier, ratio]) => [nameOf(tier), t('pricing.extras.ratio', { ratio })] as const),
  ];
  const counts = [
    ...(shownTools.length > 0 ? [t('pricing.extras.tools', { count: shownTools.length })] : []),
    ...(ratios.length > 0 ? [t('pricing.extras.tiers', { count: ratios.length })] : []),
  ];
  return (
    <Popover position="bottom-end" withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton className="tabular touch-target" fz="sm" td="underline">
          {counts.join(' · ')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="price-list" fz="sm">
        <DescriptionList>
          {lines.map(([name, price]) => (
            <DescriptionItem key={name} name={name}>
              <span className="tabular">{price}</span>
            </DescriptionItem>
          ))}
        </DescriptionList>
      </Popover.Dropdown>
    </Popover>
  );
}

function priceText({ use, request }: ShownTool) {
  if (use !== undefined && request !== undefined)
    return ['pricing.extras.both', { use, request }] as const;
  if (use !== undefined) return ['pricing.extras.use', { price: use }] as const;
  if (request !== undefined) return ['pricing.extras.request', { price: request }] as const;
  return ['pricing.extras.free', {}] as const;
}
