import { member, snakeOf } from '../gemini-generate/member.ts';
import { jsonInstruction } from '../ir/json-instruction.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { type GeminiFacts, geminiFacts, type ThinkingLevel } from './gemini-models.ts';
import { appendTurn, endsWithModel } from './last-turn.ts';
import type { ModelRule } from './model-rule.ts';
import type { RuledBody } from './ruled-body.ts';

const checked = '2026-11';
const everyModel = () => true;
const CONFIGS = ['generationConfig', 'generation_config'] as const;
const JSON_TYPE = 'application/json';
const LEVELS: readonly ThinkingLevel[] = ['minimal', 'low', 'medium', 'high', 'xhigh'];

/** Members of generateContent that Gemini models refuse. */
export const GEMINI_RULES: readonly ModelRule[] = [
  {
    name: 'gemini-thinking',
    source: 'ai.google.dev/gemini-api/docs/thinking, cline/cline#7735, @ai-sdk/google 4.0.121',
    checked,
    members: CONFIGS,
    concerns: everyModel,
    repair: (body, model) => changeConfig(body, (config) => fitThinking(config, model, body)),
  },
  {
    name: 'gemini-sampling',
    source: 'langchain-ai/langchain-google#1897, ai.google.dev/gemini-api/docs/latest-model',
    checked,
    members: CONFIGS,
    concerns: (model) => !geminiFacts(model).sampling,
    repair: (body) =>
      changeConfig(body, (config) =>
        warnAboutRemoved(body, config, [
          ['temperature', 'temperature'],
          ['topP', 'top_p'],
          ['topK', 'top_k'],
        ]),
      ),
  },
  {
    name: 'gemini-penalties',
    source: '@ai-sdk/google 4.0.121 (text: Penalty is not enabled for this model)',
    checked,
    members: CONFIGS,
    providers: ['gemini'],
    concerns: (model) => !geminiFacts(model).penalties,
    repair: (body) =>
      changeConfig(body, (config) =>
        warnAboutRemoved(body, config, [
          ['presencePenalty', 'presence_penalty'],
          ['frequencyPenalty', 'frequency_penalty'],
        ]),
      ),
  },
  {
    name: 'gemini-json-with-tools',
    source: "text: Function calling with a response mime type: 'application/json' is unsupported",
    checked,
    members: CONFIGS,
    concerns: (model) => !geminiFacts(model).jsonWithTools,
    repair(body) {
      if (!hasFunctions(body)) return;
      changeConfig(body, (config) => {
        if (member(config, 'responseMimeType') !== JSON_TYPE) return config;
        const schema = member(config, 'responseSchema') ?? member(config, 'responseJsonSchema');
        appendInstruction(body, jsonInstruction(schema));
        body.note(schema === undefined ? 'json_object' : 'json_schema');
        return without(config, ['responseMimeType', 'responseSchema', 'responseJsonSchema']);
      });
    },
  },
  {
    name: 'gemini-model-turn-last',
    source:
      'LibreChat-AI/agents#323, cline/cline#12521, ai.google.dev/gemini-api/docs/latest-model',
    checked,
    members: ['contents'],
    concerns: (model) => !geminiFacts(model).modelTurnLast,
    repair(body) {
      if (!endsWithModel(body, 'contents', 'model')) return;
      appendTurn(body, 'contents', { role: 'user', parts: [{ text: 'Continue.' }] });
      body.note('prefill');
    },
  },
];

function changeConfig(body: RuledBody, change: (config: JsonObject) => JsonObject): void {
  for (const name of CONFIGS) {
    const config = body.get(name);
    if (!isRecord(config)) continue;
    const changed = change(config);
    if (changed !== config) body.set(name, changed);
  }
}

type Dropped = readonly (readonly [name: string, feature: Parameters<RuledBody['note']>[0]])[];

/** Removes members from the configuration, with a warning for each. */
function warnAboutRemoved(body: RuledBody, config: JsonObject, names: Dropped): JsonObject {
  for (const [name, feature] of names) if (member(config, name) !== undefined) body.note(feature);
  return without(
    config,
    names.map(([name]) => name),
  );
}

/** Removes members from the configuration, in both spellings. */
function without(config: JsonObject, names: readonly string[]): JsonObject {
  const spellings = names.flatMap((name) => [name, snakeOf(name)]);
  const remaining = Object.entries(config).filter(([name]) => !spellings.includes(name));
  return remaining.length === Object.keys(config).length ? config : Object.fromEntries(remaining);
}

/** Appends to the system prompt. */
function appendInstruction(body: RuledBody, text: string): void {
  const name = body.has('system_instruction') ? 'system_instruction' : 'systemInstruction';
  const { parts, ...others } = body.record(name);
  const existing = Array.isArray(parts) ? (parts as unknown[]) : [];
  body.set(name, { ...others, parts: [...existing, { text }] });
}

function hasFunctions(body: RuledBody): boolean {
  const tools = body.get('tools');
  if (!Array.isArray(tools)) return false;
  return (tools as unknown[]).some(
    (tool) => isRecord(tool) && member(tool, 'functionDeclarations') !== undefined,
  );
}

/** Fits the thinking budget or level to what the model accepts. */
function fitThinking(config: JsonObject, model: string, body: RuledBody): JsonObject {
  const thinking = member(config, 'thinkingConfig');
  if (!isRecord(thinking)) return config;
  const facts = geminiFacts(model);
  const fitted = facts.levels ? fitLevel(thinking, facts) : fitBudget(thinking, facts);
  if (fitted === thinking) return config;
  body.note('reasoning');
  const { thinkingConfig: _camel, thinking_config: _snake, ...others } = config;
  return fitted ? { ...others, thinkingConfig: fitted } : others;
}

const AUTOMATIC = -1;

/** Models before Gemini 3: no levels, a budget within limits, or no thinking at all. */
function fitBudget(thinking: JsonObject, { budget }: GeminiFacts): JsonObject | undefined {
  if (!budget) return undefined;
  const { thinkingLevel, thinking_level, thinkingBudget, thinking_budget, ...others } = thinking;
  const requested = thinkingBudget ?? thinking_budget;
  const hasLevel = (thinkingLevel ?? thinking_level) !== undefined;
  if (typeof requested !== 'number') {
    return hasLevel ? { ...others, thinkingBudget: AUTOMATIC } : thinking;
  }
  const isOff = requested === 0 && budget.canDisable;
  const sent =
    requested < 0 || isOff
      ? requested
      : Math.min(Math.max(requested, budget.minimum), budget.maximum);
  return sent === requested && !hasLevel ? thinking : { ...others, thinkingBudget: sent };
}

/** From Gemini 3 on: a level that the model supports, and no budget next to it. */
function fitLevel(thinking: JsonObject, { levels = [] }: GeminiFacts): JsonObject {
  const { thinkingLevel, thinking_level, thinkingBudget, thinking_budget, ...others } = thinking;
  const requested = thinkingLevel ?? thinking_level;
  const budget = thinkingBudget ?? thinking_budget;
  if (requested === undefined) {
    return budget === 0 ? { ...others, thinkingLevel: levels[0] } : thinking;
  }
  const level =
    typeof requested === 'string' ? nearestLevel(requested.toLowerCase(), levels) : undefined;
  if (level === undefined) return thinking;
  const isSame = typeof requested === 'string' && level === requested.toLowerCase();
  return isSame && budget === undefined ? thinking : { ...others, thinkingLevel: level };
}

/**
 * Returns the lowest supported level from the requested one on, else the highest; undefined for an unknown
 * level.
 */
function nearestLevel(requested: string, levels: readonly ThinkingLevel[]): string | undefined {
  const rank = LEVELS.findIndex((level) => level === requested);
  if (rank === -1) return undefined;
  return levels.find((level) => LEVELS.indexOf(level) >= rank) ?? levels.at(-1);
}
