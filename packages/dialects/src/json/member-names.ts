/** Member names that are common in bodies of any dialect. */
const NAMES = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stop',
  'tools',
  'tool_choice',
  'user',
  'metadata',
  'seed',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'presence_penalty',
  'frequency_penalty',
  'system',
  'thinking',
  'input',
  'instructions',
  'max_output_tokens',
  'reasoning',
  'text',
  'store',
  'include',
  'prompt_cache_key',
  'contents',
  'generationConfig',
  'systemInstruction',
  'toolConfig',
  'safetySettings',
  'type',
  'function',
  'name',
  'description',
  'parameters',
  'input_schema',
  'strict',
  'cache_control',
  'prompt',
  'functionDeclarations',
  'include_usage',
  'top_k',
  'stop_sequences',
  'output_config',
];

const keyOf = (length: number, first: number, last: number) => (length << 16) | (first << 8) | last;

/** Candidates by length, first and last letter, which are unique for nearly all names. */
const byKey = new Map(
  NAMES.map((name) => [
    keyOf(name.length, name.charCodeAt(0), name.charCodeAt(name.length - 1)),
    name,
  ]),
);

/** Returns the common name in this range without allocating a string; undefined for others. */
export function findMemberName(bytes: Uint8Array, from: number, to: number): string | undefined {
  const length = to - from;
  const name = byKey.get(keyOf(length, bytes[from] ?? 0, bytes[to - 1] ?? 0));
  if (name?.length !== length) return undefined;
  for (let index = 1; index < length; index++)
    if (bytes[from + index] !== name.charCodeAt(index)) return undefined;
  return name;
}
