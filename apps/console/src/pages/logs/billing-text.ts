import type { ChargeExplanation, ToolLine } from '@tollgate/pricing';
import type { TFunction } from 'i18next';

/** Returns the computation of a charge with the row's numbers: one line, and one more per tier and tool. */
export function billingText(
  t: TFunction,
  explanation: ChargeExplanation,
  quota: number,
  nameOf: (billed: string) => string = (billed) => billed,
): string {
  const { subtotal, tiers = [], tools = [], groupRatio: group } = explanation;
  if (subtotal === undefined) return formula(t, explanation, quota);
  return [
    formula(t, explanation, subtotal),
    ...tiers.map(({ tier, ratio }) => t('logs.billing.tier', { tier: nameOf(tier), ratio })),
    ...tools.map((line) => toolText(t, { ...line, tool: nameOf(line.tool) }, group)),
    t('logs.billing.total', { quota }),
  ].join('\n');
}

function formula(t: TFunction, explanation: ChargeExplanation, quota: number): string {
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

function toolText(t: TFunction, { tool, uses, use, request, quota }: ToolLine, group: number) {
  const values = { tool, uses, use, request, group, quota };
  if (request === 0) return t('logs.billing.toolUses', values);
  return use === 0 ? t('logs.billing.toolOnce', values) : t('logs.billing.toolBoth', values);
}
