/** Members under which pictures are sent along; forms may repeat them. */
export const PICTURE_MEMBERS: readonly string[] = ['image', 'images', 'mask'];

/**
 * Members of requests that a price or a limit depends on. This is the one list: every reader and
 * every route guards it (findAmbiguousMember), and the matrix of tests is generated from it. Add a
 * member here as soon as a price depends on it.
 */
export const GUARDED_MEMBERS: readonly string[] = [
  // What is called, and how the answer comes.
  'model',
  'stream',
  'stream_options',
  'stream_format',
  'response_format',
  // How much may be answered.
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
  // What the model reads.
  'messages',
  'system',
  'prompt',
  'suffix',
  'input',
  'instructions',
  'previous_response_id',
  'conversation',
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
  ...PICTURE_MEMBERS,
  // Tools and tiers with prices of their own.
  'tools',
  'tool_choice',
  'web_search_options',
  'plugins',
  'service_tier',
  'serviceTier',
  'speed',
  'inference_geo',
  'background',
  // Pictures and sound.
  'size',
  'image_size',
  'quality',
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
];

/** Of Google's JSON, which takes both spellings of every name. */
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

/** The same inside members that are objects, by the name of the outer one. */
export const GUARDED_INSIDE: Readonly<Record<string, readonly string[]>> = {
  generationConfig: CONFIG_MEMBERS,
  generation_config: CONFIG_MEMBERS,
  stream_options: ['include_usage'],
  reasoning: ['effort', 'max_tokens', 'enabled'],
  thinking: ['type', 'budget_tokens'],
  output_config: ['effort'],
  web_search_options: ['search_context_size'],
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
