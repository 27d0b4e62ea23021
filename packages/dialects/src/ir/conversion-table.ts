import type { UpstreamFormat } from './dialect.ts';

/**
 * dropped: the call is made without it. approximated: the closest feature of the target is used. refused: a
 * response without it would be wrong, so the call is not made.
 */
export type ConversionEffect = 'dropped' | 'approximated' | 'refused';

/** Features of a request that not every dialect can carry. */
export type Feature =
  | 'assistant_image'
  | 'audio'
  | 'builtin_tool'
  | 'cache_control'
  | 'choices'
  | 'custom_tool'
  | 'file'
  | 'file_id'
  | 'forced_tool'
  | 'frequency_penalty'
  | 'image_data'
  | 'image_detail'
  | 'image_url'
  | 'json_object'
  | 'json_schema'
  | 'logit_bias'
  | 'logprobs'
  | 'max_tokens'
  | 'message_name'
  | 'metadata'
  | 'modalities'
  | 'old_image'
  | 'opening'
  | 'parallel_tool_calls'
  | 'prefill'
  | 'presence_penalty'
  | 'prompt_cache_key'
  | 'reasoning'
  | 'refusal'
  | 'schema'
  | 'seed'
  | 'service_tier'
  | 'stop'
  | 'store'
  | 'strict'
  | 'system_position'
  | 'temperature'
  | 'thinking'
  | 'tool_arguments'
  | 'tool_choice'
  | 'tool_result_error'
  | 'tool_result_media'
  | 'tool_result_missing'
  | 'tool_result_orphan'
  | 'tools'
  | 'top_k'
  | 'top_p'
  | 'unknown'
  | 'user'
  | 'verbosity'
  | 'video';

/** What Dify applications don't accept. */
const DIFY = {
  audio: 'refused',
  choices: 'refused',
  file: 'refused',
  file_id: 'refused',
  image_data: 'refused',
  old_image: 'refused',
  tool_result_media: 'refused',
  video: 'refused',
} as const;

/** Effects common to all targets. */
export const COMMON_EFFECTS: Partial<Readonly<Record<Feature, ConversionEffect>>> = {
  assistant_image: 'approximated',
  opening: 'approximated',
  tool_result_missing: 'approximated',
};

/**
 * Effect of a feature that a target can't carry. A feature that a renderer reports is dropped unless it is
 * listed for the target or for all. The renderers decide when something can't be carried; this table alone
 * decides what that means.
 */
export const CONVERSION_TABLE: Readonly<
  Record<UpstreamFormat, Partial<Readonly<Record<Feature, ConversionEffect>>>>
> = {
  'openai-chat': {
    audio: 'refused',
    cache_control: 'dropped',
    choices: 'refused',
    file: 'refused',
    file_id: 'refused',
    json_schema: 'approximated',
    max_tokens: 'approximated',
    reasoning: 'approximated',
    schema: 'approximated',
    thinking: 'dropped',
    tool_result_error: 'approximated',
    tool_result_media: 'approximated',
    top_k: 'dropped',
    user: 'approximated',
    video: 'refused',
  },
  'openai-responses': {
    audio: 'refused',
    cache_control: 'dropped',
    choices: 'refused',
    file: 'refused',
    file_id: 'refused',
    frequency_penalty: 'dropped',
    json_schema: 'approximated',
    logit_bias: 'dropped',
    max_tokens: 'approximated',
    message_name: 'dropped',
    modalities: 'refused',
    presence_penalty: 'dropped',
    reasoning: 'approximated',
    schema: 'approximated',
    seed: 'dropped',
    stop: 'dropped',
    thinking: 'dropped',
    tool_result_error: 'approximated',
    top_k: 'dropped',
    user: 'approximated',
    video: 'refused',
  },
  'anthropic-messages': {
    audio: 'refused',
    choices: 'refused',
    custom_tool: 'approximated',
    file: 'refused',
    file_id: 'refused',
    forced_tool: 'approximated',
    json_object: 'approximated',
    json_schema: 'approximated',
    logit_bias: 'dropped',
    logprobs: 'dropped',
    max_tokens: 'approximated',
    modalities: 'refused',
    prefill: 'approximated',
    reasoning: 'approximated',
    schema: 'approximated',
    seed: 'dropped',
    system_position: 'approximated',
    temperature: 'approximated',
    thinking: 'dropped',
    tool_arguments: 'approximated',
    top_p: 'dropped',
    video: 'refused',
  },
  'gemini-generate': {
    cache_control: 'dropped',
    choices: 'refused',
    custom_tool: 'approximated',
    file_id: 'refused',
    image_detail: 'approximated',
    image_url: 'approximated',
    json_object: 'approximated',
    json_schema: 'approximated',
    logit_bias: 'dropped',
    modalities: 'approximated',
    parallel_tool_calls: 'dropped',
    prefill: 'approximated',
    reasoning: 'approximated',
    schema: 'approximated',
    strict: 'dropped',
    stop: 'approximated',
    system_position: 'approximated',
    thinking: 'dropped',
    tool_arguments: 'approximated',
    tool_choice: 'approximated',
    tool_result_media: 'approximated',
  },
  'cohere-chat': {
    audio: 'refused',
    choices: 'refused',
    custom_tool: 'approximated',
    file: 'refused',
    file_id: 'refused',
    stop: 'approximated',
    tool_choice: 'approximated',
    tool_result_error: 'approximated',
    tool_result_media: 'approximated',
    video: 'refused',
  },
  'ollama-chat': {
    audio: 'refused',
    choices: 'refused',
    custom_tool: 'approximated',
    file: 'refused',
    file_id: 'refused',
    tool_arguments: 'approximated',
    tool_choice: 'dropped',
    tool_result_media: 'dropped',
    video: 'refused',
  },
  'baidu-chat': {
    audio: 'refused',
    choices: 'refused',
    custom_tool: 'approximated',
    file: 'refused',
    file_id: 'refused',
    image_data: 'refused',
    image_url: 'refused',
    json_schema: 'approximated',
    prefill: 'approximated',
    system_position: 'approximated',
    temperature: 'approximated',
    tool_choice: 'dropped',
    tool_result_error: 'dropped',
    tool_result_media: 'refused',
    video: 'refused',
  },
  'hunyuan-chat': {
    audio: 'refused',
    choices: 'refused',
    custom_tool: 'approximated',
    file: 'refused',
    file_id: 'refused',
    tool_choice: 'approximated',
    tool_result_error: 'approximated',
    tool_result_media: 'refused',
    video: 'refused',
  },
  'spark-chat': {
    audio: 'refused',
    choices: 'refused',
    custom_tool: 'approximated',
    file: 'refused',
    file_id: 'refused',
    image_data: 'refused',
    image_url: 'refused',
    old_image: 'refused',
    temperature: 'approximated',
    tool_result_media: 'refused',
    top_k: 'approximated',
    video: 'refused',
  },
  'dify-chat': DIFY,
  'dify-completion': DIFY,
  'dify-workflow': { ...DIFY, image_url: 'refused' },
  'ai-proxy-library': {
    audio: 'refused',
    choices: 'refused',
    file: 'refused',
    image_data: 'refused',
    image_url: 'refused',
    old_image: 'refused',
    tool_result_media: 'refused',
    video: 'refused',
  },
};
