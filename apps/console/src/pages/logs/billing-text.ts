import type { ChargeExplanation } from '@tollgate/pricing';
import type { TFunction } from 'i18next';

/** The billing process in one line, with the numbers of the row. */
export function billingText(t: TFunction, explanation: ChargeExplanation, quota: number): string {
  if (explanation.kind === 'call') {
    const { modelPrice: price, groupRatio: group, callFactor: factor } = explanation;
    return factor === 1
      ? t('logs.billing.call', { price, group, quota })
      : t('logs.billing.callFactor', { price, group, factor, quota });
  }
  const parts = explanation.lines.map(({ kind, tokens, ratio }) => {
    const values = { kind: t(`logs.billing.kinds.${kind}`), tokens, ratio };
    return ratio === 1 ? t('logs.billing.part', values) : t('logs.billing.partRatio', values);
  });
  return t('logs.billing.formula', {
    group: explanation.groupRatio,
    model: explanation.modelRatio,
    parts: parts.join(' + ') || '0',
    quota,
  });
}
