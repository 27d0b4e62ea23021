import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { DataOf, endpoints } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { PRICE_FIELDS, describeTiers, type PriceDifference } from './price-draft.ts';
import type { PriceEditor } from './use-price-editor.ts';

export type Proposals = DataOf<typeof endpoints.listPriceProposals>;

/** List prices that differ from the current ones, to apply one by one or all at once. */
export function ProposalsDrawer({
  editor,
  proposals,
  close,
}: {
  editor: PriceEditor;
  proposals: Proposals;
  close: () => void;
}) {
  const { t } = useTranslation();
  const [onlyServed, setOnlyServed] = useState(true);
  const [adopted, setAdopted] = useState<ReadonlySet<string>>(new Set());
  const left = proposals.filter(
    ({ model, served }) => !adopted.has(model) && (served || !onlyServed),
  );
  const take = (chosen: Proposals) => {
    editor.adopt(chosen.map(({ model, price }) => ({ model, price })));
    setAdopted(new Set([...adopted, ...chosen.map(({ model }) => model)]));
  };
  return (
    <PeekDrawer title={t('prices.proposals.title')} opened takesFocus close={close}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('prices.proposals.text')}
      </Text>
      <Group justify="space-between" mb="xs">
        <Checkbox
          label={t('prices.proposals.onlyServed')}
          checked={onlyServed}
          onChange={(event) => setOnlyServed(event.currentTarget.checked)}
        />
        {left.length > 0 ? (
          <Button size="xs" onClick={() => take(left)}>
            {t('prices.proposals.takeAll', { count: left.length })}
          </Button>
        ) : null}
      </Group>
      {left.length === 0 ? (
        <EmptyState
          icon={IconChecks}
          title={t('prices.proposals.none')}
          text={t('prices.proposals.noneText')}
        />
      ) : (
        <DifferenceTable
          label={t('prices.proposals.title')}
          differences={left.flatMap(differencesOf)}
          action={{
            label: t('prices.proposals.take'),
            labelOf: (model) => t('prices.proposals.takeOf', { model }),
            run: (model) => take(left.filter((one) => one.model === model)),
          }}
        />
      )}
    </PeekDrawer>
  );
}

/** Returns the differences between a list price and the current one. */
function differencesOf({ model, price, current }: Proposals[number]): PriceDifference[] {
  const amounts = PRICE_FIELDS.flatMap((field) =>
    price[field] === current?.[field]
      ? []
      : [{ model, field, from: current?.[field], to: price[field] }],
  );
  const [from, to] = [describeTiers(current), describeTiers(price)];
  return from === to ? amounts : [...amounts, { model, field: 'tiers', from, to }];
}
