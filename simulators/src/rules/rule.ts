import type { ErrorBody } from '../error-body.ts';
import type { JsonObject } from '../json-object.ts';

export type RuleVendor =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'deepseek'
  | 'moonshot';

/**
 * How a rule is known: D documented by the vendor or in its SDK, I seen in an issue that shows the
 * vendor's response, C coded in a widely used client, N remembered and not confirmed.
 */
export type RuleMark = 'D' | 'I' | 'C' | 'N';

/** A thing that a vendor refuses. */
export interface Rule {
  /** Vendor and name: `anthropic/tool-ids-unique`. */
  id: string;
  vendor: RuleVendor;
  /** The text of the refusal; `{0}`, `{1}` … are filled in. */
  refusal: string;
  /** Where it is from: an issue as owner/repository#number, a page, or a package and its version. */
  source: string;
  mark: RuleMark;
  code?: string;
  /** 400 where it is absent. */
  status?: number;
  /** Every simulator keeps it; the others only in strict mode. */
  basic?: boolean;
  /** Only simulators that are not strict keep it: vendors take more than this. */
  narrow?: boolean;
  /** What fills the text where a request breaks the rule; undefined where it keeps it. */
  find(body: JsonObject): readonly (string | number)[] | undefined;
}

/** A refusal and the rule behind it, where there is one. */
export interface Mistake extends ErrorBody {
  rule?: Rule;
}

/** The first of the rules that a request breaks. */
export function findBrokenRule(
  rules: readonly Rule[],
  body: JsonObject,
  isStrict = false,
): Mistake | undefined {
  for (const rule of rules) {
    if (isStrict ? rule.narrow : !(rule.basic ?? rule.narrow)) continue;
    const fills = rule.find(body);
    if (fills) return mistakeOf(rule, fills);
  }
  return undefined;
}

function mistakeOf(rule: Rule, fills: readonly (string | number)[]): Mistake {
  const message = rule.refusal.replaceAll(/\{(\d)\}/g, (_, at: string) =>
    String(fills[Number(at)]),
  );
  return { message, type: 'invalid_request_error', code: rule.code ?? null, rule };
}
