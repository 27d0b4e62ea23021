import type { UpstreamFormat } from '../ir/dialect.ts';
import { type ConversionWarning, ConversionWarnings } from '../ir/conversion-warnings.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { ModelRuleSet } from './find-model-rules.ts';
import { bitsOfMembers } from './model-rule.ts';
import { RuledBody } from './ruled-body.ts';

export interface RepairedBody {
  /** The same bytes where no rule changed anything. */
  readonly body: Uint8Array;
  /** What the rules changed or left out. */
  readonly warnings: readonly ConversionWarning[];
}

/**
 * A body in the upstream's dialect, written by a client or a translation alike, as its model takes
 * it. Members that no rule touches keep their bytes. The same body always becomes the same.
 * `memberBits` are those of the body where they are known; it is scanned for them else.
 */
export function applyModelRules(
  bytes: Uint8Array,
  to: UpstreamFormat,
  { rules, model, memberBits: ruled }: ModelRuleSet,
  memberBits = bitsOfMembers(listTopLevelMembers(bytes) ?? []),
): RepairedBody {
  if ((ruled & memberBits) === 0) return { body: bytes, warnings: [] };
  const report = new ConversionWarnings(to);
  const body = new RuledBody(bytes, report);
  for (const [bits, rule] of rules) if ((bits & memberBits) !== 0) rule.repair(body, model);
  return { body: body.finish(), warnings: report.list };
}
