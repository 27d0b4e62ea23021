import {
  HEDGE_DEFAULTS,
  type TrafficRule,
  trafficRuleDraft,
  type TrafficRuleKind,
} from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** The values of a rule's form. */
export interface RuleValues {
  name: string;
  kind: TrafficRuleKind;
  group: string | null;
  model: string;
  percent: number | string;
  target_channel_id: string | null;
  target_model: string;
  min_delay_ms: number | string;
  max_delay_ms: number | string;
  enabled: boolean;
}

/** Returns the form values of a rule, or of a new one. */
export function initialValues(rule: TrafficRule | undefined): RuleValues {
  return {
    name: rule?.name ?? '',
    kind: rule?.kind ?? 'hedge',
    group: rule?.group || null,
    model: rule?.model ?? '',
    percent: rule?.percent ?? HEDGE_DEFAULTS.percent,
    target_channel_id: rule?.target_channel_id ? String(rule.target_channel_id) : null,
    target_model: rule?.target_model ?? '',
    min_delay_ms: rule?.min_delay_ms ?? HEDGE_DEFAULTS.min_delay_ms,
    max_delay_ms: rule?.max_delay_ms ?? HEDGE_DEFAULTS.max_delay_ms,
    enabled: rule?.enabled ?? false,
  };
}

/** An empty field is not 0. */
const number = (typed: number | string) => (typed === '' ? undefined : Number(typed));

/** Returns the body that creates a rule; an edit leaves out the kind. */
export function toDraft(values: RuleValues) {
  return {
    ...values,
    name: values.name.trim(),
    group: values.group ?? '',
    model: values.model.trim(),
    percent: number(values.percent) as number,
    target_channel_id: Number(values.target_channel_id ?? 0),
    target_model: values.target_model.trim(),
    min_delay_ms: number(values.min_delay_ms) as number,
    max_delay_ms: number(values.max_delay_ms) as number,
  };
}

/** Validates the form with the same messages as the server. */
export function validateRule(
  values: RuleValues,
  t: TFunction,
): Partial<Record<keyof RuleValues, string>> {
  const draft = toDraft(values);
  const problems: Partial<Record<keyof RuleValues, string>> = {};
  for (const { path, message } of trafficRuleDraft.safeParse(draft).error?.issues ?? [])
    problems[path[0] as keyof RuleValues] ??= t(`errors.${message}`);
  if (values.kind === 'hedge') {
    if (draft.min_delay_ms > draft.max_delay_ms)
      problems.max_delay_ms ??= t('errors.traffic_rule_delay_order');
    return problems;
  }
  const { target_model: target, model } = draft;
  if (draft.target_channel_id === 0 && (target === '' || target === model))
    problems.target_model ??= t('errors.traffic_rule_target_required');
  return problems;
}
