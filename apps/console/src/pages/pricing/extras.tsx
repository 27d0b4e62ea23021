import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import type { PriceRow, ShownTool } from './price-rows.ts';

/** Whether a model has prices of tools or service tiers. */
export const hasExtras = ({ shownTools, tiers = {} }: PriceRow): boolean =>
  shownTools.length > 0 || Object.keys(tiers).length > 0;

/** Prices of a model's tools and service tiers: their number, and each on a click. */
export function Extras({ row }: { row: PriceRow }) {
  const { t } = useTranslation();
  if (!hasExtras(row)) return null;
  const tiers = Object.keys(row.tiers ?? {}).length;
  const counts = [
    ...(row.shownTools.length > 0
      ? [t('pricing.extras.tools', { count: row.shownTools.length })]
      : []),
    ...(tiers > 0 ? [t('pricing.extras.tiers', { count: tiers })] : []),
  ];
  return (
    <Popover position="bottom-end" withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton className="tabular touch-target" fz="sm" td="underline">
          {counts.join(' · ')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="price-list" fz="sm">
        <ExtraList row={row} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The price of each tool and service tier of a model. */
export function ExtraList({ row: { shownTools, tiers = {} } }: { row: PriceRow }) {
  const { t, i18n } = useTranslation();
  const nameOf = (billed: string) => translateEnum(i18n, 'ui.billed', billed);
  const lines = [
    ...shownTools.map((shown) => [nameOf(shown.tool), t(...priceText(shown))] as const),
    ...Object.entries(tiers).map(
      ([tier, ratio]) => [nameOf(tier), t('pricing.extras.ratio', { ratio })] as const,
    ),
  ];
  return (
    <DescriptionList>
      {lines.map(([name, price]) => (
        <DescriptionItem key={name} name={name}>
          <span className="tabular">{price}</span>
        </DescriptionItem>
      ))}
    </DescriptionList>
  );
}

function priceText({ use, request }: ShownTool) {
  if (use !== undefined && request !== undefined)
    return ['pricing.extras.both', { use, request }] as const;
  if (use !== undefined) return ['pricing.extras.use', { price: use }] as const;
  if (request !== undefined) return ['pricing.extras.request', { price: request }] as const;
  return ['pricing.extras.free', {}] as const;
}
