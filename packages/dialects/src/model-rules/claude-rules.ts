import { EFFORTS, isEffort } from '../ir/effort.ts';
import { CONTINUE } from '../ir/filler-turns.ts';
import type { Effort } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import {
  BUDGET_MIN,
  CATALOG,
  claudeFacts,
  type ClaudeFacts,
  isClaude,
  RELEASE_NOTES,
} from './claude-models.ts';
import { moveSystemTurns } from './claude-system-turns.ts';
import { appendTurn, endsWithModel } from './last-turn.ts';
import type { ModelRule } from './model-rule.ts';
import type { RuledBody } from './ruled-body.ts';

const THINKING = 'platform.claude.com/docs/build-with-claude/extended-thinking';
const checked = '2026-11';

const BUDGET_DEFAULT = 8192;
/** Share of the output limit used for thinking requested without a budget. */
const BUDGET_SHARE = 0.8;
/** With thinking, top_p must be between this and 1. */
const TOP_P_MIN = 0.95;

/**
 * Members of messages that Claude models refuse. The order matters: later rules depend on whether the model
 * thinks.
 */
export const CLAUDE_RULES: readonly ModelRule[] = [
  {
    name: 'claude-thinking',
    source: `${RELEASE_NOTES}, ${CATALOG}`,
    checked,
    members: ['thinking'],
    concerns: isClaude,
    repair(body, model) {
      const thinking = body.record('thinking');
      const { type } = thinking;
      if (typeof type !== 'string') return;
      const facts = claudeFacts(model);
      const accepted: readonly string[] = facts.thinking;
      if (!accepted.includes(type)) switchThinking(body, facts, thinking);
    },
  },
  {
    name: 'claude-effort',
    source: CATALOG,
    checked,
    members: ['output_config'],
    concerns: isClaude,
    repair(body, model) {
      const { effort, ...others } = body.record('output_config');
      if (!isEffort(effort)) return;
      const facts = claudeFacts(model);
      const isOff = body.record('thinking').type === 'disabled';
      const fitted = fitEffort(facts, effort, isOff);
      if (fitted === effort) return;
      const remaining = { ...others, ...(fitted === undefined ? {} : { effort: fitted }) };
      body.set('output_config', Object.keys(remaining).length > 0 ? remaining : undefined);
      body.note('reasoning');
    },
  },
  {
    name: 'claude-budget',
    source: `${THINKING} (budget_tokens: at least 1024 and less than max_tokens)`,
    checked,
    members: ['thinking'],
    concerns: isClaude,
    repair: fitBudget,
  },
  {
    name: 'claude-sampling',
    source: `${RELEASE_NOTES}, ${THINKING}`,
    checked,
    members: ['temperature', 'top_p', 'top_k'],
    concerns: isClaude,
    repair(body, model) {
      const { sampling } = claudeFacts(model);
      const temperature = body.number('temperature');
      if (sampling === 0 || thinks(body)) {
        body.drop('temperature', 'temperature', 1);
        body.drop('top_k', 'top_k');
        const topP = body.number('top_p');
        if (sampling === 0 || (topP !== undefined && topP < TOP_P_MIN))
          body.drop('top_p', 'top_p', 1);
      } else if (temperature !== undefined && temperature > 1) {
        body.set('temperature', 1);
        body.note('temperature');
      }
      if (sampling === 1 && body.has('temperature') && temperature !== undefined)
        body.drop('top_p', 'top_p', 1);
    },
  },
  {
    name: 'claude-forced-tool',
    source: `can1357/oh-my-pi#12939, ${THINKING} (tool use)`,
    checked,
    members: ['tool_choice'],
    concerns: isClaude,
    repair(body, model) {
      if (!body.hasElements('tools')) return body.drop('tool_choice', 'tool_choice');
      const { type, name: _name, ...others } = body.record('tool_choice');
      if (type !== 'any' && type !== 'tool') return;
      if (claudeFacts(model).forcedTool && !thinks(body)) return;
      body.set('tool_choice', { ...others, type: 'auto' });
      body.note('forced_tool');
    },
  },
  {
    name: 'claude-system-turns',
    source:
      'platform.claude.com/docs/mid-conversation-system-messages, crate gproxy-transform 2.6.1 (from Opus 4.8 and Sonnet 5 on)',
    checked,
    members: ['messages'],
    concerns: (model) => isClaude(model) && !claudeFacts(model).systemTurns,
    repair: moveSystemTurns,
  },
  {
    name: 'claude-prefill',
    source: 'vercel/ai#12296, platform.claude.com/docs/prefill-claudes-response',
    checked,
    members: ['messages'],
    concerns: (model) => isClaude(model) && !claudeFacts(model).prefill,
    repair(body) {
      if (!endsWithModel(body, 'messages', 'assistant')) return;
      appendTurn(body, 'messages', { role: 'user', content: CONTINUE });
      body.note('prefill');
    },
  },
];

/**
 * Returns whether the body requests thoughts; models that think on their own accept no sampling parameters
 * anyway.
 */
function thinks(body: RuledBody): boolean {
  const { type } = body.record('thinking');
  return type === 'enabled' || type === 'adaptive';
}

/** Replaces a thinking mode that the model refuses with the closest one that it accepts. */
function switchThinking(body: RuledBody, facts: ClaudeFacts, thinking: JsonObject): void {
  const { type, budget_tokens: budget, ...others } = thinking;
  const [preferred] = facts.thinking;
  body.note('reasoning');
  if (preferred === undefined) return body.remove('thinking');
  if (type === 'disabled') {
    // Thinking can't be disabled there: the lowest effort is the closest.
    body.remove('thinking');
    const config = body.record('output_config');
    if (config.effort === undefined) body.set('output_config', { ...config, effort: 'low' });
  } else if (preferred === 'adaptive') body.set('thinking', { ...others, type: 'adaptive' });
  else {
    const { display: _display, block_binding: _binding, ...plain } = others;
    const tokens = typeof budget === 'number' ? budget : BUDGET_DEFAULT;
    body.set('thinking', { ...plain, type: 'enabled', budget_tokens: tokens });
  }
}

/**
 * Fits the budget so that it leaves tokens for the response; if not even the smallest budget fits, thinking
 * is dropped. A missing budget becomes most of the limit, as in new-api.
 */
function fitBudget(body: RuledBody): void {
  const { type, ...others } = body.record('thinking');
  const limit = body.number('max_tokens') ?? Infinity;
  const { budget_tokens: budget = Math.floor(limit * BUDGET_SHARE) } = others;
  if (type !== 'enabled' || typeof budget !== 'number') return;
  const fitted = Math.min(Math.max(budget, BUDGET_MIN), limit - 1);
  if (fitted === others.budget_tokens) return;
  body.note('reasoning');
  if (fitted < BUDGET_MIN) body.remove('thinking');
  else body.set('thinking', { type, ...others, budget_tokens: fitted });
}

/** Returns the highest accepted effort that is not above the requested one, as more costs more. */
function fitEffort(facts: ClaudeFacts, requested: Effort, isOff: boolean): Effort | undefined {
  const rank = (effort: Effort) => EFFORTS.indexOf(effort);
  const maximum = isOff ? facts.mostWithoutThinking : undefined;
  const accepted = facts.efforts.filter(
    (each) => maximum === undefined || rank(each) <= rank(maximum),
  );
  return accepted.findLast((each) => rank(each) <= rank(requested)) ?? accepted[0];
}
