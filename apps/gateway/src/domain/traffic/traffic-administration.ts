import {
  type TrafficRule,
  type TrafficRuleDraft,
  type TrafficRuleEdit,
  TRAFFIC_RULES_MAX,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import {
  deleteTrafficRule,
  findTrafficRule,
  insertTrafficRule,
  listTrafficRules,
  type TrafficRuleRow,
  updateTrafficRule,
} from '../../store/traffic-repository.ts';
import type { Domain } from '../domain.ts';
import { requireKnownGroups } from '../options/groups.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import { type AuditEvent, recordAuditEvent } from '../log/audit-log.ts';

type TrafficAdministrationContext = Pick<Domain, 'clock' | 'changes' | 'catalog' | 'options'>;

/** The administrator who performs the action. */
interface Actor {
  id: number;
  username: string;
}

type Checked = Omit<TrafficRuleRow, 'id' | 'created_at' | 'updated_at'>;

/** Returns a rule as administrators see it. */
export function presentTrafficRule(
  { catalog }: Pick<Domain, 'catalog'>,
  { basis_points: basisPoints, enabled, ...row }: TrafficRuleRow,
): TrafficRule {
  return {
    ...row,
    percent: basisPoints / 100,
    target_channel_name: catalog.find(row.target_channel_id)?.name ?? '',
    enabled: enabled === 1,
  };
}

/** Returns all rules, newest first. */
export async function readTrafficRules(
  domain: Pick<Domain, 'store' | 'catalog'>,
): Promise<TrafficRule[]> {
  const rows = await listTrafficRules(domain.store.db);
  return rows.map((row) => presentTrafficRule(domain, row));
}

export async function readTrafficRule(
  domain: Pick<Domain, 'store'>,
  id: number,
): Promise<TrafficRuleRow> {
  const row = await findTrafficRule(domain.store.db, id);
  if (!row) throw new AppError('traffic_rule_not_found');
  return row;
}

/** Creates a rule. Throws an AppError if it is invalid. */
export async function createTrafficRule(
  domain: TrafficAdministrationContext,
  actor: Actor,
  { percent, enabled, ...draft }: TrafficRuleDraft,
): Promise<TrafficRuleRow> {
  const rule = { ...draft, basis_points: Math.round(percent * 100), enabled: enabled ? 1 : 0 };
  const at = nowSeconds(domain.clock);
  return domain.changes.commit({ topic: 'traffic' }, async (trx) => {
    const others = await listTrafficRules(trx);
    if (others.length >= TRAFFIC_RULES_MAX)
      throw new AppError('traffic_rules_max', { limit: TRAFFIC_RULES_MAX });
    requireKnownGroups(domain, rule.group);
    const checked = checkRule(domain, rule, others);
    const row = await insertTrafficRule(trx, { ...checked, created_at: at, updated_at: at });
    noteAudited({ id: row.id, name: row.name, after: { ...row } });
    await note(domain, trx, actor, 'traffic_rule_created', row);
    return row;
  });
}

/** Edits a rule. Throws an AppError if it no longer exists or would become invalid. */
export async function editTrafficRule(
  domain: TrafficAdministrationContext,
  actor: Actor,
  { id, percent, enabled, ...edit }: TrafficRuleEdit & { id: number },
): Promise<TrafficRuleRow> {
  return domain.changes.commit({ topic: 'traffic' }, async (trx) => {
    const all = await listTrafficRules(trx);
    const before = all.find((rule) => rule.id === id);
    if (!before) throw new AppError('traffic_rule_not_found');
    const { created_at: _created, ...rest } = before;
    const next = {
      ...rest,
      ...withoutUndefined(edit),
      ...(percent === undefined ? {} : { basis_points: Math.round(percent * 100) }),
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    };
    requireKnownGroups(domain, next.group, before.group);
    const others = all.filter((rule) => rule.id !== id);
    const checked = checkRule(domain, next, others);
    const changed = { ...checked, updated_at: nowSeconds(domain.clock) };
    const row = await updateTrafficRule(trx, id, changed);
    if (!row) throw new AppError('traffic_rule_not_found');
    noteAudited({ id, name: row.name, before: { ...before }, after: { ...row } });
    await note(domain, trx, actor, 'traffic_rule_edited', row);
    return row;
  });
}

/** Deletes a rule with its figures. */
export async function removeTrafficRule(
  domain: Pick<Domain, 'clock' | 'changes'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await domain.changes.commit({ topic: 'traffic' }, async (trx) => {
    const row = await findTrafficRule(trx, id);
    if (!row || !(await deleteTrafficRule(trx, id))) throw new AppError('traffic_rule_not_found');
    noteAudited({ id, name: row.name, before: { ...row } });
    await note(domain, trx, actor, 'traffic_rule_deleted', row);
  });
}

/** Checks a rule and returns it without fields that its kind does not use. */
function checkRule(
  { catalog }: Pick<Domain, 'catalog'>,
  rule: Checked,
  others: readonly TrafficRuleRow[],
): Checked {
  if (rule.min_delay_ms > rule.max_delay_ms) throw new AppError('traffic_rule_delay_order');
  const isHedge = rule.kind === 'hedge';
  const targetModel = isHedge || rule.target_model === rule.model ? '' : rule.target_model;
  const targetId = isHedge ? 0 : rule.target_channel_id;
  if (!isHedge && targetId === 0 && targetModel === '')
    throw new AppError('traffic_rule_target_required');
  // A rule whose channel no longer exists can still be disabled.
  if (targetId !== 0 && rule.enabled === 1) {
    const channel = catalog.find(targetId);
    if (!channel) throw new AppError('traffic_rule_target_unknown');
    const model = targetModel || rule.model;
    if (!channel.models.includes(model))
      throw new AppError('traffic_rule_target_lacks_model', { model });
  }
  const isTaken = others.some(
    ({ enabled, kind, group, model }) =>
      enabled === 1 && kind === rule.kind && group === rule.group && model === rule.model,
  );
  if (rule.enabled === 1 && isTaken) throw new AppError('traffic_rule_exists');
  return { ...rule, target_channel_id: targetId, target_model: targetModel };
}

function withoutUndefined<Fields extends object>(fields: Fields) {
  const definedFields = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(definedFields) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };
}

async function note(
  domain: Pick<Domain, 'clock'>,
  trx: StoreTransaction,
  actor: Actor,
  event: AuditEvent,
  { id, name }: TrafficRuleRow,
): Promise<void> {
  const at = nowSeconds(domain.clock);
  await recordAuditEvent(trx, actor, { event, params: { id, name }, actor, at });
}
