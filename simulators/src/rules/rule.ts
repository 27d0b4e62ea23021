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
 * How a rule is known: D documented by the vendor or in its SDK, I seen in an issue that shows the vendor's
 * response, C coded in a widely used client, N from memory and unconfirmed.
 */
export type RuleMark = 'D' | 'I' | 'C' | 'N';

/** Something that a vendor refuses. */
export interface Rule {
  /** Vendor and name: `anthropic/tool-ids-unique`. */
  id: string;
  vendor: RuleVendor;
  /** The error message; `{0}`, `{1}` … are filled in. */
  refusal: string;
  /** The origin: an issue as owner/repository#number, a page, or a package and its version. */
  source: string;
  mark: RuleMark;
  code?: string;
  /** 400 if absent. */
  status?: number;
  /** Enforced by every simulator; other rules only in strict mode. */
  basic?: boolean;
  /** Enforced only by simulators that are not strict: vendors accept more than this. */
  narrow?: boolean;
  /** Returns the values for the message if a request breaks the rule; undefined if it complies. */
  find(body: JsonObject): readonly (string | number)[] | undefined;
}

/** An error and the rule behind it, if there is one. */
export interface Mistake extends ErrorBody {
  rule?: Rule;
}

/** Returns the error for the first rule that a request breaks. */
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
