/** Members for input images; forms may repeat them. */
export const IMAGE_MEMBERS: readonly string[] = ['image', 'images', 'mask'];

/**
 * Request members that a price or limit depends on. This is the only such list: every reader and every route
 * guards it (findAmbiguousMember), and the test matrix is generated from it. Add a member here as soon as a
 * price depends on it.
 */
export const GUARDED_MEMBERS: readonly string[] = [
  // The model, and the form of the response.
  'model',
  'stream',
  'stream_options',
  'stream_format',
  'response_format',
  // Limits of the output.
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'max_new_tokens',
  'max_tokens_to_sample',
  'num_predict',
  'n',
  'best_of',
  'generationConfig',
  'generation_config',
  'reasoning',
  'reasoning_effort',
  'thinking',
  'thinking_budget',
  'enable_thinking',
  'output_config',
  'modalities',
  'audio',
  'prediction',
  'options',
  'parameters',
  // The model's input.
  'messages',
  'system',
  'prompt',
  'suffix',
  'input',
  'instructions',
  'previous_response_id',
  'conversation',
  'thread',
  'container',
  'mcp_servers',
  'contents',
  'content',
  'requests',
  'instances',
  'systemInstruction',
  'system_instruction',
  'cachedContent',
  'cached_content',
  'functions',
  'text',
  'query',
  'documents',
  'document',
  'pages',
  'dimensions',
  ...IMAGE_MEMBERS,
  // Tools and tiers with prices of their own.
  'tools',
  'tool_choice',
  'web_search_options',
  'max_tool_calls',
  'search_parameters',
  'enable_search',
  'web_search',
  'enable_enhancement',
  'force_search_enhancement',
  'enable_deep_search',
  'plugins',
  'connectors',
  'data_sources',
  'extra_body',
  'models',
  'preset',
  'fallbacks',
  'provider',
  'deferred',
  'with_search_enhance',
  'billing_policy',
  'service_tier',
  'serviceTier',
  'speed',
  'inference_geo',
  'background',
  // Images and audio.
  'size',
  'image_size',
  'quality',
  'width',
  'height',
  'output_format',
  'frame_count',
  'svg',
  'sequential_image_generation',
  'sequential_image_generation_options',
  'partial_images',
  'batch_size',
  'num_images',
  'num_outputs',
  'number_of_images',
  'file',
  // Tasks.
  'action',
  'customId',
  'taskId',
  'task_id',
  'videoType',
];

/** Members of Google's JSON, which accepts both spellings of every name. */
const CONFIG_MEMBERS: readonly string[] = [
  'maxOutputTokens',
  'max_output_tokens',
  'candidateCount',
  'candidate_count',
  'thinkingConfig',
  'thinking_config',
  'responseModalities',
  'response_modalities',
  'mediaResolution',
  'media_resolution',
  'imageConfig',
  'image_config',
];

/** Guarded members inside objects, by the name of the outer one. */
export const GUARDED_INSIDE: Readonly<Record<string, readonly string[]>> = {
  generationConfig: CONFIG_MEMBERS,
  generation_config: CONFIG_MEMBERS,
  stream_options: ['include_usage'],
  reasoning: ['effort', 'max_tokens', 'enabled'],
  thinking: ['type', 'budget_tokens'],
  output_config: ['effort'],
  web_search_options: ['search_context_size'],
  search_parameters: ['mode', 'max_search_results'],
  web_search: ['enable'],
  sequential_image_generation_options: ['max_images'],
  provider: ['order', 'only', 'ignore', 'sort'],
  options: ['num_predict'],
  parameters: [
    'max_tokens',
    'sampleCount',
    'sample_count',
    'aspectRatio',
    'aspect_ratio',
    'sampleImageSize',
    'sample_image_size',
    'imageSize',
    'image_size',
  ],
};

/** Members of a server tool that determine its cost. */
export const GUARDED_IN_TOOLS: readonly string[] = [
  'type',
  'function',
  'max_uses',
  'max_content_tokens',
  'container',
  'environment',
  'quality',
  'sources',
];

/** Guarded members of objects inside such a tool, such as its container. */
export const GUARDED_INSIDE_TOOLS: readonly string[] = ['type', 'enable', 'memory_limit'];

/** Members of a plugin that determine whether it costs anything. */
export const GUARDED_IN_PLUGINS: readonly string[] = ['id', 'enabled'];
