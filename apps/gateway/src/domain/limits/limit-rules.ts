import type { LimitScope, RateLimitRule } from '@tollgate/contract';

/** The caller, as far as limits concern it. */
export interface LimitedCaller {
  readonly apiKeyId: number;
  readonly userId: number;
  readonly group: string;
  /** The key's own limit; 0 for none. */
  readonly callsPerMinute: number;
}

/** A rule that applies to a call. `id` names the rule and the subject it counts, and thereby its counters. */
export interface AppliedRule {
  readonly id: string;
  readonly rule: RateLimitRule;
}

/** Finds the rules that apply to a call, in the option's order; the key's own call limit comes first. */
export function findRules(
  rules: readonly RateLimitRule[],
  caller: LimitedCaller,
  model: string,
): readonly AppliedRule[] {
  if (rules.length === 0 && caller.callsPerMinute === 0) return NONE;
  const applied: AppliedRule[] = [];
  if (caller.callsPerMinute > 0)
    applied.push({ id: `own:${caller.apiKeyId}`, rule: ownRule(caller.callsPerMinute) });
  for (const rule of rules) {
    const name = nameIn(rule.per, caller, model);
    if (rule.match.some((pattern) => matches(pattern, name)))
      applied.push({ id: `${rule.per}:${rule.match.join(',')}:${name}`, rule });
  }
  return applied;
}

const NONE: readonly AppliedRule[] = [];

function ownRule(requests: number): RateLimitRule {
  return { per: 'key', match: ['*'], requests, tokens: 0, quota: 0, concurrent: 0 };
}

function nameIn(scope: LimitScope, caller: LimitedCaller, model: string): string {
  switch (scope) {
    case 'key':
      return String(caller.apiKeyId);
    case 'user':
      return String(caller.userId);
    case 'group':
      return caller.group;
    case 'model':
      return model;
  }
}

/** A trailing `*` matches anything; otherwise the whole name must match. */
function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
