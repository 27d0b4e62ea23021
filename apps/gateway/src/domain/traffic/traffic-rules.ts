import type { Bus } from '../../platform/bus.ts';
import type { Store } from '../../store/open-store.ts';
import { listTrafficRules, type TrafficRuleRow } from '../../store/traffic-repository.ts';

/** A rule as it is stored and used. */
export type ActiveRule = TrafficRuleRow;

/** The rules for one group and model, at most one per kind. */
export interface RulesForModel {
  readonly hedge?: ActiveRule;
  readonly canary?: ActiveRule;
  readonly mirror?: ActiveRule;
}

/** The enabled traffic rules, in memory. A rule for a group takes precedence over one for all groups. */
export interface TrafficRules {
  /** Whether there is no enabled rule, which is the usual case. */
  readonly isEmpty: boolean;
  find(group: string, model: string): RulesForModel | undefined;
}

/** Reads the rules once and follows changes. */
export async function openTrafficRules(store: Store, bus: Bus): Promise<TrafficRules> {
  let rules = new Map<string, RulesForModel>();
  const reload = async () => {
    rules = indexRules(await listTrafficRules(store.db));
  };
  bus.subscribe(async ({ topic }) => {
    if (topic === 'traffic') await reload();
  });
  await reload();
  return {
    get isEmpty() {
      return rules.size === 0;
    },
    find(group, model) {
      const exactRule = rules.get(`${group} ${model}`);
      const common = rules.get(` ${model}`);
      return exactRule && common ? { ...common, ...exactRule } : (exactRule ?? common);
    },
  };
}

function indexRules(rows: readonly TrafficRuleRow[]): Map<string, RulesForModel> {
  const rules = new Map<string, RulesForModel>();
  for (const row of rows) {
    if (row.enabled !== 1) continue;
    const key = `${row.group} ${row.model}`;
    rules.set(key, { ...rules.get(key), [row.kind]: row });
  }
  return rules;
}
