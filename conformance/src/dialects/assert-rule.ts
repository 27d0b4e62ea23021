import { ANSWER_RULES, type ResponseRuleId } from './response-rules.ts';

/** A response that is not as clients expect it, or a request that is not as a vendor takes it. */
export class BrokenRule extends Error {
  readonly rule: string;
  readonly source: string;
  constructor(rule: string, source: string, detail: string) {
    super(detail);
    this.rule = rule;
    this.source = source;
  }
}

/** Throws where a response breaks a rule. */
export function assertRule(isKept: unknown, rule: ResponseRuleId, detail: string): asserts isKept {
  if (!isKept) throw new BrokenRule(rule, ANSWER_RULES[rule].source, detail);
}

/** Parses JSON, of a response or an event of one. */
export function parseJson(text: string, rule: ResponseRuleId = 'all/json'): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    assertRule(false, rule, `no JSON: ${text.slice(0, 200)}`);
  }
}
