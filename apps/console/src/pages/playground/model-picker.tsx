import { Select, Text } from '@mantine/core';
import type { Pricing } from '@tollgate/contract';
import { listCallPrice, listTokenPrices } from '@tollgate/pricing';
import { useTranslation } from '../../texts.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';

/** Maximum number of options shown: typing finds the others. */
const OPTIONS_MAX = 100;

/** Selects a model, with its price next to it. */
export function ModelPicker({
  models,
  model,
  choose,
  label,
  price,
  groupRatio,
  stacked = false,
}: {
  models: readonly string[];
  model: string;
  choose: (model: string) => void;
  label: string;
  price: Pricing | undefined;
  groupRatio: number;
  /** Puts the price below, where two models share the width. */
  stacked?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className="playground-model-price" data-stacked={stacked || undefined}>
      <Select
        aria-label={label}
        className="playground-model"
        data={models.includes(model) || model === '' ? [...models] : [model, ...models]}
        value={model === '' ? null : model}
        placeholder={t('playground.chooseModel')}
        onChange={(next) => next && choose(next)}
        leftSection={model === '' ? null : <ModelMark model={model} />}
        searchable
        limit={OPTIONS_MAX}
        allowDeselect={false}
        checkIconPosition="right"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      />
      {price ? <PriceText price={price} groupRatio={groupRatio} /> : null}
    </div>
  );
}

/** The price of a model in short. */
export function PriceText({ price, groupRatio }: { price: Pricing; groupRatio: number }) {
  const { t } = useTranslation();
  if (Number.isNaN(groupRatio)) return null;
  const { prompt, completion } = listTokenPrices(price, groupRatio);
  const text =
    price.quota_type === 1
      ? t('playground.pricePerCall', { price: withoutZeros(listCallPrice(price, groupRatio)) })
      : t('playground.pricePerTokens', {
          prompt: withoutZeros(prompt),
          completion: withoutZeros(completion),
        });
  return (
    <Text
      size="sm"
      c="dimmed"
      className="tabular"
      visibleFrom="md"
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </Text>
  );
}

/** `$2.5000` as `$2.50`: drops trailing zeros, but always keeps the cents. */
function withoutZeros(price: string): string {
  return price.replace(/(\.\d\d\d*?)0+$/, '$1');
}
