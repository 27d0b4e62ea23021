import { isEffort } from '../ir/effort.ts';
import type { ConversionWarning } from '../ir/conversion-warnings.ts';
import type { ModelRule } from './model-rule.ts';
import {
  AI_SDK,
  fitOpenAiEffort,
  isOpenAiModel,
  isOpenAiReasoner,
  reasonerFacts,
} from './openai-models.ts';
import type { RuledBody } from './ruled-body.ts';

const REFERENCE = 'developers.openai.com/api/reference/chat/create';
const LITELLM = 'litellm 1.106.2';
const checked = '2026-11';

/** Detail of a warning: the effort was dropped because of tools. */
const BESIDE_TOOLS = 'tools';

/**
 * Returns whether a chat call lost its thinking because of its tools; the responses API accepts both
 * together.
 */
export function dropsThinkingForTools(warnings: readonly ConversionWarning[]): boolean {
  return warnings.some(({ feature, detail }) => feature === 'reasoning' && detail === BESIDE_TOOLS);
}

const isOtherOpenAi = (model: string) => isOpenAiModel(model) && !isOpenAiReasoner(model);

/** Members of chat completions that OpenAI's models refuse. The order matters: the effort is fitted first. */
export const OPENAI_CHAT_RULES: readonly ModelRule[] = [
  {
    name: 'chat-limit',
    source: `${REFERENCE} (max_tokens: not compatible with o-series models)`,
    checked,
    members: ['max_tokens'],
    concerns: isOpenAiReasoner,
    repair(body) {
      const limit = body.get('max_tokens');
      body.remove('max_tokens');
      if (typeof limit !== 'number') return;
      if (!body.has('max_completion_tokens')) body.set('max_completion_tokens', limit);
      body.note('max_tokens');
    },
  },
  {
    name: 'chat-effort',
    source: 'livekit/agents#7169, livekit/agents (models.py)',
    checked,
    members: ['reasoning_effort'],
    concerns: isOpenAiModel,
    repair(body, model) {
      const effort = body.get('reasoning_effort');
      if (!isOpenAiReasoner(model)) return body.drop('reasoning_effort', 'reasoning', 'none');
      if (!isEffort(effort)) return;
      const { maxChatEffort } = reasonerFacts(model);
      const fitted = fitOpenAiEffort(model, effort);
      const sent = maxChatEffort !== undefined && fitted === 'max' ? maxChatEffort : fitted;
      if (sent === effort) return;
      body.set('reasoning_effort', sent);
      body.note('reasoning');
    },
  },
  {
    name: 'chat-tools-effort',
    source: 'pipecat-ai/pipecat#4043, openai/openai-openapi#541, BerriAI/litellm#34569',
    checked,
    members: ['tools'],
    concerns: (model) => isOpenAiReasoner(model) && reasonerFacts(model).chatTools !== undefined,
    repair(body, model) {
      if (!body.hasElements('tools')) return;
      const { chatTools } = reasonerFacts(model);
      const effort = body.get('reasoning_effort') ?? undefined;
      const isUnset = chatTools === 'effort-unset';
      if (effort === (isUnset ? undefined : 'none')) return;
      body.set('reasoning_effort', isUnset ? undefined : 'none');
      if (effort !== 'none') body.note('reasoning', BESIDE_TOOLS);
    },
  },
  {
    name: 'chat-sampling',
    source: 'developers.openai.com/api/docs/guides/latest-model (parameter compatibility)',
    checked,
    members: ['temperature', 'top_p', 'logprobs', 'top_logprobs'],
    concerns: isOpenAiReasoner,
    repair(body, model) {
      if (takesSampling(model, body.get('reasoning_effort') ?? undefined)) return;
      body.drop('temperature', 'temperature', 1);
      body.drop('top_p', 'top_p', 1);
      body.drop('logprobs', 'logprobs', false);
      body.drop('top_logprobs', 'logprobs', 0);
    },
  },
  {
    name: 'chat-penalties',
    source: `${LITELLM} (gpt_5_transformation), ${AI_SDK}`,
    checked,
    members: ['presence_penalty', 'frequency_penalty', 'logit_bias'],
    concerns: isOpenAiReasoner,
    repair(body) {
      body.drop('presence_penalty', 'presence_penalty', 0);
      body.drop('frequency_penalty', 'frequency_penalty', 0);
      body.drop('logit_bias', 'logit_bias');
    },
  },
  {
    name: 'chat-stop',
    source: `${REFERENCE} (stop: not supported with o3 and o4-mini), ${LITELLM}`,
    checked,
    members: ['stop'],
    concerns: (model) => isOpenAiReasoner(model) && !model.startsWith('o1'),
    repair: (body) => body.drop('stop', 'stop'),
  },
  {
    name: 'chat-empty-tools',
    source:
      "community texts: [] is too short - 'tools'; 'tool_choice' is only allowed when 'tools'",
    checked,
    members: ['tools', 'tool_choice', 'parallel_tool_calls'],
    onlyWithoutTools: true,
    concerns: isOpenAiModel,
    repair(body) {
      body.remove('tools');
      body.drop('tool_choice', 'tool_choice', 'none', 'auto');
      body.drop('parallel_tool_calls', 'parallel_tool_calls', true, false);
    },
  },
  {
    name: 'chat-parallel-tools',
    source: LITELLM,
    checked,
    members: ['parallel_tool_calls'],
    concerns: (model) => /^o\d/.test(model),
    repair: (body) => body.drop('parallel_tool_calls', 'parallel_tool_calls', true),
  },
  {
    name: 'chat-metadata',
    source: 'QwenLM/qwen-code#243, tmc/langchaingo#1484',
    checked,
    members: ['metadata'],
    concerns: isOpenAiModel,
    repair(body) {
      if (body.get('store') !== true) body.drop('metadata', 'metadata');
    },
  },
  {
    name: 'chat-verbosity',
    source: `${AI_SDK} (verbosity is for gpt-5 and later)`,
    checked,
    members: ['verbosity'],
    concerns: (model) => isOtherOpenAi(model) || /^o\d/.test(model),
    repair: (body) => body.drop('verbosity', 'verbosity', 'medium'),
  },
  {
    name: 'chat-cache-retention',
    source: AI_SDK,
    checked,
    members: ['prompt_cache_retention'],
    concerns: refusesRetention,
    repair: dropRetention,
  },
];

/** Smallest accepted max_output_tokens. */
const OUTPUT_MIN = 16;

/** Members of responses that OpenAI's models refuse. */
export const OPENAI_RESPONSES_RULES: readonly ModelRule[] = [
  {
    name: 'responses-least-output',
    source: 'experientiallabs/experiential#799',
    checked,
    members: ['max_output_tokens'],
    concerns: isOpenAiModel,
    repair(body) {
      const limit = body.number('max_output_tokens');
      if (limit === undefined || limit >= OUTPUT_MIN) return;
      body.set('max_output_tokens', OUTPUT_MIN);
      body.note('max_tokens');
    },
  },
  {
    name: 'responses-effort',
    source: 'livekit/agents#7169, @ai-sdk/openai 4.0.118',
    checked,
    members: ['reasoning'],
    concerns: isOpenAiModel,
    repair(body, model) {
      const reasoning = body.record('reasoning');
      const { effort, ...others } = reasoning;
      if (!isOpenAiReasoner(model)) {
        body.drop('reasoning', effort === 'none' ? 'unknown' : 'reasoning');
        return;
      }
      if (!isEffort(effort)) return;
      const fitted = fitOpenAiEffort(model, effort);
      if (fitted === effort) return;
      body.set('reasoning', { ...others, effort: fitted });
      body.note('reasoning');
    },
  },
  {
    name: 'responses-sampling',
    source: 'developers.openai.com/api/docs/guides/latest-model (parameter compatibility)',
    checked,
    members: ['temperature', 'top_p', 'top_logprobs'],
    concerns: isOpenAiReasoner,
    repair(body, model) {
      if (takesSampling(model, body.record('reasoning').effort ?? undefined)) return;
      body.drop('temperature', 'temperature', 1);
      body.drop('top_p', 'top_p', 1);
      body.drop('top_logprobs', 'logprobs', 0);
    },
  },
  {
    name: 'responses-encrypted-reasoning',
    source: "openai/codex (text: 'Encrypted content is not supported with this model.')",
    checked,
    members: ['include'],
    concerns: isOtherOpenAi,
    repair(body) {
      const include = body.get('include');
      if (!Array.isArray(include)) return;
      const remaining = include.filter((name) => name !== 'reasoning.encrypted_content');
      if (remaining.length < include.length)
        body.set('include', remaining.length > 0 ? remaining : undefined);
    },
  },
  {
    name: 'responses-cache-retention',
    source: AI_SDK,
    checked,
    members: ['prompt_cache_retention'],
    concerns: refusesRetention,
    repair: dropRetention,
  },
];

function refusesRetention(model: string): boolean {
  return isOpenAiReasoner(model) && /^gpt-(?:[6-9]|\d\d)/.test(model);
}

function dropRetention(body: RuledBody): void {
  body.drop('prompt_cache_retention', 'cache_control');
}

function takesSampling(model: string, effort: unknown): boolean {
  const { sampling } = reasonerFacts(model);
  if (sampling === 'never') return false;
  return effort === 'none' || (effort === undefined && sampling === 'effort-none-or-unset');
}
