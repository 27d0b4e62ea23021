import { Text } from '@mantine/core';
import { QUOTA_TYPE_CALL } from '@tollgate/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { Extras } from './extras.tsx';
import type { PriceRow, ShownPrice } from './price-rows.ts';

/** The columns of the price list. */
export function pricingColumns(t: TFunction): Column<PriceRow>[] {
  const column = (key: 'available' | 'model' | 'type' | 'groups' | 'price' | 'extras') => ({
    key,
    header: t(`pricing.columns.${key}`),
  });
  return [
    {
      ...column('available'),
      mobile: 'badge',
      fixed: true,
      width: 120,
      render: ({ isAvailable }) =>
        isAvailable ? (
          <StatusTag tone="good" icon={IconCheck} label={t('pricing.available')} />
        ) : (
          <StatusTag tone="bad" icon={IconX} label={t('pricing.unavailable')} />
        ),
    },
    {
      ...column('model'),
      mobile: 'title',
      fixed: true,
      render: ({ model_name: name }) => <CopyText text={name} />,
    },
    {
      ...column('type'),
      render: ({ quota_type: type }) =>
        t(type === QUOTA_TYPE_CALL ? 'pricing.types.calls' : 'pricing.types.tokens'),
    },
    {
      ...column('groups'),
      render: ({ enable_groups: groups }) => <GroupTags groups={groups.join(',')} max={4} />,
    },
    {
      ...column('price'),
      align: 'end',
      render: ({ shown }) => <Price shown={shown} t={t} />,
    },
    {
      ...column('extras'),
      render: (row) => <Extras row={row} />,
    },
  ];
}

function Price({ shown, t }: { shown: ShownPrice; t: TFunction }) {
  const lines =
    'call' in shown
      ? [t('pricing.price.call', { price: shown.call })]
      : [
          t('pricing.price.prompt', { price: shown.prompt }),
          t('pricing.price.completion', { price: shown.completion }),
        ];
  return (
    <div>
      {lines.map((line) => (
        <Text key={line} size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {line}
        </Text>
      ))}
    </div>
  );
}
