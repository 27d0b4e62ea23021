import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { validateRule, initialValues, toDraft } from './values.ts';

const t = ((key: string) => key) as TFunction;
const named = { ...initialValues(undefined), name: 'rule', model: 'gpt-4o' };

test('a new rule is a disabled hedge of at most 5 % of calls', () => {
  expect(toDraft(named)).toMatchObject({ kind: 'hedge', percent: 5, enabled: false, group: '' });
  expect(validateRule(named, t)).toEqual({});
});

test('values that the server would refuse are reported at their field', () => {
  expect(validateRule({ ...named, name: ' ', model: '', percent: '' }, t)).toEqual({
    name: 'errors.traffic_rule_name_length',
    model: 'errors.traffic_rule_model_required',
    percent: 'errors.traffic_rule_percent_invalid',
  });
  expect(validateRule({ ...named, min_delay_ms: 500, max_delay_ms: 100 }, t)).toEqual({
    max_delay_ms: 'errors.traffic_rule_delay_order',
  });
});

test('a canary and a mirror need a channel, or a model other than their own', () => {
  const problem = { target_model: 'errors.traffic_rule_target_required' };
  for (const kind of ['canary', 'mirror'] as const) {
    expect(validateRule({ ...named, kind }, t)).toEqual(problem);
    expect(validateRule({ ...named, kind, target_model: 'gpt-4o' }, t)).toEqual(problem);
    expect(validateRule({ ...named, kind, target_model: 'gpt-4o-mini' }, t)).toEqual({});
    expect(validateRule({ ...named, kind, target_channel_id: '3' }, t)).toEqual({});
  }
});
