import { RESPONSE_RULES, type ResponseRuleId } from './response-rules.ts';

/** Thrown for a response that clients do not expect, or a request that a vendor would refuse. */
export class BrokenRule extends Error {
  readonly rule: string;
  readonly source: string;
  constructor(rule: string, source: string, detail: string) {
    super(detail);
    this.rule = rule;
    this.source = source;
  }
}

/** Throws if a response breaks a rule. */
export function assertRule(isKept: unknown, rule: ResponseRuleId, detail: string): asserts isKept {
  if (!isKept) throw new BrokenRule(rule, RESPONSE_RULES[rule].source, detail);
}

/** Parses the JSON of a response or one of its events. */
export function parseJson(text: string, rule: ResponseRuleId = 'all/json'): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    assertRule(false, rule, `no JSON: ${text.slice(0, 200)}`);
  }
}
