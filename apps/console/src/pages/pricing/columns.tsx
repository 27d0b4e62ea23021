import { Text } from '@mantine/core';
import { QUOTA_TYPE_CALL } from '@tollgate/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { CapabilityTags } from '../../ui/display/capability-tags.tsx';
import { formatContext } from './format-context.ts';
import type { PriceRow } from './price-rows.ts';

/** Returns the columns of the price list, with one figure each; on cards all prices are one. */
export function pricingColumns(t: TFunction, onCards = false): Column<PriceRow>[] {
  const column = (key: 'available' | 'model' | 'type' | 'groups' | 'capabilities' | 'context') => ({
    key,
    header: t(`pricing.columns.${key}`),
  });
  const price = (
    key: 'prompt' | 'completion' | 'cached' | 'call',
    text: Column<PriceRow>['render'],
  ) => ({
    key,
    header: t(`pricing.columns.${key}`),
    sort: key,
    align: 'end' as const,
    mobile: key === 'prompt' ? ('badge' as const) : ('hidden' as const),
    render: text,
  });
  return [
    {
      ...column('model'),
      sort: 'model',
      mobile: 'title',
      fixed: true,
      render: ({ model_name: name }) => (
        <span className="model-name">
          <ModelMark model={name} />
          <CopyText text={name} />
        </span>
      ),
    },
    {
      ...column('type'),
      rank: 4,
      mobile: 'hidden',
      render: ({ quota_type: type }) =>
        t(type === QUOTA_TYPE_CALL ? 'pricing.types.calls' : 'pricing.types.tokens'),
    },
    {
      ...column('capabilities'),
      rank: 2,
      mobile: 'status',
      render: ({ capabilities }) => <CapabilityTags capabilities={capabilities} />,
    },
    {
      ...column('context'),
      mobile: 'hidden',
      sort: 'context',
      align: 'end',
      rank: 1,
      render: ({ context }) => (context === undefined ? null : formatContext(context)),
    },
    price('prompt', (row) =>
      onCards ? <WholePrice row={row} t={t} /> : <TokenPrice row={row} kind="prompt" />,
    ),
    price('completion', (row) => <TokenPrice row={row} kind="completion" />),
    price('cached', ({ shown }) => ('call' in shown ? null : shown.cached)),
    price('call', ({ shown }) =>
      'call' in shown ? t('pricing.price.call', { price: shown.call }) : null,
    ),
    {
      ...column('groups'),
      rank: 3,
      mobile: 'hidden',
      render: ({ enable_groups: groups }) => <GroupTags groups={groups.join(',')} max={4} calm />,
    },
    {
      ...column('available'),
      mobile: 'figure',
      rank: 1,
      // On cards only what is unusual.
      render: ({ isAvailable }) =>
        isAvailable && onCards ? null : isAvailable ? (
          <StatusTag tone="good" icon={IconCheck} label={t('pricing.available')} />
        ) : (
          <StatusTag tone="off" icon={IconX} label={t('pricing.unavailable')} />
        ),
    },
  ];
}

/** The price of a call, or prices of input and output. */
function WholePrice({ row, t }: { row: PriceRow; t: TFunction }) {
  if ('call' in row.shown) return t('pricing.price.call', { price: row.shown.call });
  return (
    <span className="tabular">
      <TokenPrice row={row} kind="prompt" /> / <TokenPrice row={row} kind="completion" />
    </span>
  );
}

/** A price per token; dotted underline if it rises with the length of the prompt. */
function TokenPrice({ row, kind }: { row: PriceRow; kind: 'prompt' | 'completion' }) {
  if ('call' in row.shown) return null;
  const rises = row.shownTiers.length > 0;
  return (
    <Text
      span
      inherit
      fw={500}
      {...(rises ? { td: 'underline dotted', style: { textUnderlineOffset: 3 } } : {})}
    >
      {row.shown[kind]}
    </Text>
  );
}
