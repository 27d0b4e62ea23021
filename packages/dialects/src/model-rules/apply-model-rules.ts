import type { UpstreamFormat } from '../ir/dialect.ts';
import { type ConversionWarning, ConversionWarnings } from '../ir/conversion-warnings.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { ModelRuleSet } from './find-model-rules.ts';
import { mayRepair, readMemberBits } from './model-rule.ts';
import { RuledBody } from './ruled-body.ts';

export interface RepairedBody {
  /** The same bytes if no rule changed anything. */
  readonly body: Uint8Array;
  /** What the rules changed or dropped. */
  readonly warnings: readonly ConversionWarning[];
}

/**
 * Adapts a body in the upstream's dialect, whether written by a client or a translation, to its model.
 * Members that no rule touches keep their bytes. Deterministic. `memberBits` are those of the body, if known;
 * otherwise it is scanned for them.
 */
export function applyModelRules(
  bytes: Uint8Array,
  to: UpstreamFormat,
  { rules, model, memberBits: ruleMembers }: ModelRuleSet,
  memberBits = readMemberBits(bytes, listTopLevelMembers(bytes) ?? []),
): RepairedBody {
  if ((ruleMembers & memberBits) === 0) return { body: bytes, warnings: [] };
  const report = new ConversionWarnings(to);
  const body = new RuledBody(bytes, report);
  for (const [bits, rule] of rules) if (mayRepair(rule, bits, memberBits)) rule.repair(body, model);
  return { body: body.finish(), warnings: report.list };
}
