import type { JsonObject } from '../json-object.ts';
import type { Rule } from './rule.ts';

/** OpenAI's reasoning models; gpt-5-chat is not one. */
const REASONING = /^(?:o\d|gpt-[5-9](?!.*chat))/;
const SAMPLING = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
];
/** Values that every model accepts: the defaults. */
const HARMLESS: Readonly<Record<string, unknown>> = {
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: false,
};
const modelOf = ({ model }: JsonObject) => String(model);
const reasons = (body: JsonObject) => REASONING.test(modelOf(body));
const isPresent = (value: unknown) => value !== undefined && value !== null;

/** Returns the rule on parameters that OpenAI's reasoning models refuse in either API. */
export function samplingRule(vendor: 'openai-chat' | 'openai-responses'): Rule {
  return {
    id: `${vendor}/no-sampling`,
    vendor,
    refusal: "Unsupported parameter: '{0}' is not supported with this model.",
    source: 'BerriAI/litellm#39631; npm @ai-sdk/openai 4.0.118 (model catalog)',
    mark: 'I',
    code: 'unsupported_parameter',
    find(body) {
      if (!reasons(body) || canSample(body)) return undefined;
      const odd = SAMPLING.find((name) => isPresent(body[name]) && body[name] !== HARMLESS[name]);
      return odd === undefined ? undefined : [odd];
    },
  };
}

/** From 5.1 on, sampling is allowed without reasoning, which is the default from 5.1 to 5.5. */
function canSample(body: JsonObject): boolean {
  const effort =
    body['reasoning_effort'] ?? (body['reasoning'] as { effort?: string } | undefined)?.effort;
  if (effort === 'none') return /^gpt-5\.[1-9]/.test(modelOf(body));
  return !isPresent(effort) && /^gpt-5\.[1-5]/.test(modelOf(body));
}

/** Parameters of a chat completion that OpenAI's models refuse. */
export const chatModelRules: readonly Rule[] = [
  {
    id: 'openai-chat/max-completion-tokens',
    vendor: 'openai-chat',
    refusal:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    source: 'openai/openai-openapi@f85dbe2 CreateChatCompletionRequest.max_tokens',
    mark: 'D',
    code: 'unsupported_parameter',
    find: (body) => (reasons(body) && isPresent(body['max_tokens']) ? [] : undefined),
  },
  samplingRule('openai-chat'),
  {
    id: 'openai-chat/no-stop',
    vendor: 'openai-chat',
    refusal: "Unsupported parameter: 'stop' is not supported with this model.",
    source: 'PyPI litellm 1.106.2 (o3 and later, gpt-5 and later)',
    mark: 'C',
    code: 'unsupported_parameter',
    find: (body) =>
      /^(?:o[3-9]|gpt-[5-9](?!.*chat))/.test(modelOf(body)) && isPresent(body['stop'])
        ? []
        : undefined,
  },
  {
    id: 'openai-chat/effort-values',
    vendor: 'openai-chat',
    refusal: "Unsupported value: 'reasoning_effort' does not support '{0}' with this model.",
    source: 'livekit/agents#7169; npm @ai-sdk/openai 4.0.118 (model catalog)',
    mark: 'I',
    code: 'unsupported_value',
    find(body) {
      const effort = body['reasoning_effort'];
      if (!isPresent(effort)) return undefined;
      const accepted = effortsOf(modelOf(body));
      return !accepted || accepted.includes(String(effort)) ? undefined : [String(effort)];
    },
  },
  {
    id: 'openai-chat/no-effort-without-reasoning',
    vendor: 'openai-chat',
    refusal: "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
    source: 'npm @ai-sdk/openai 4.0.118 (model catalog)',
    mark: 'C',
    code: 'unsupported_parameter',
    find: (body) =>
      /^gpt-[34]/.test(modelOf(body)) && isPresent(body['reasoning_effort']) ? [] : undefined,
  },
  {
    id: 'openai-chat/functions-with-effort',
    vendor: 'openai-chat',
    refusal:
      'Function tools with reasoning_effort are not supported for {0} in /v1/chat/completions. Please use /v1/responses instead.',
    source: 'pipecat-ai/pipecat#4043, BerriAI/litellm#34569',
    mark: 'I',
    find(body) {
      const effort = body['reasoning_effort'];
      const model = modelOf(body);
      if (!isPresent(body['tools']) || effort === 'none') return undefined;
      const isOdd = /^gpt-5\.[45]/.test(model) ? isPresent(effort) : model.startsWith('gpt-5.6');
      return isOdd ? [model] : undefined;
    },
  },
];

const EFFORTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^o\d/, ['low', 'medium', 'high']],
  [/^gpt-5(?:-mini|-nano)?(?:-\d|$)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-5\.1/, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\.[2-6]/, ['none', 'low', 'medium', 'high', 'xhigh']],
];

function effortsOf(model: string): readonly string[] | undefined {
  return EFFORTS.find(([pattern]) => pattern.test(model))?.[1];
}
