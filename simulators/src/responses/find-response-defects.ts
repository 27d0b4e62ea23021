/** The type of a response object's member. */
type Form = 'text' | 'number' | 'flag' | 'object' | 'list' | 'any';

/**
 * Required members of the public ResponseResource, with their types; a question mark allows null. Source:
 * OpenResponses, schema/components/schemas/ResponseResource.json, commit 3452c012.
 */
const MEMBERS: Readonly<Record<string, Form | `${Form}?`>> = {
  id: 'text',
  object: 'text',
  created_at: 'number',
  completed_at: 'number?',
  status: 'text',
  incomplete_details: 'object?',
  model: 'text',
  previous_response_id: 'text?',
  instructions: 'any?',
  output: 'list',
  error: 'object?',
  tools: 'list',
  tool_choice: 'any',
  truncation: 'text',
  parallel_tool_calls: 'flag',
  text: 'object',
  top_p: 'number',
  presence_penalty: 'number',
  frequency_penalty: 'number',
  top_logprobs: 'number',
  temperature: 'number',
  reasoning: 'object?',
  user: 'text?',
  usage: 'object?',
  max_output_tokens: 'number?',
  max_tool_calls: 'number?',
  store: 'flag',
  background: 'flag',
  service_tier: 'text',
  metadata: 'object',
  safety_identifier: 'text?',
  prompt_cache_key: 'text?',
};

const USAGE: Readonly<Record<string, Form>> = {
  input_tokens: 'number',
  input_tokens_details: 'object',
  output_tokens: 'number',
  output_tokens_details: 'object',
  total_tokens: 'number',
};

/** Required members of each type of output item. */
const ITEMS: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  message: { id: 'text', status: 'text', role: 'text', content: 'list' },
  function_call: { id: 'text', status: 'text', call_id: 'text', name: 'text', arguments: 'text' },
  reasoning: { id: 'text', summary: 'list' },
};

/**
 * Returns a description of each defect of a response object, with its path; empty if every required member
 * has the right type.
 */
export function findResponseDefects(response: unknown): readonly string[] {
  if (!isObject(response)) return ['the response is no object'];
  const { object, status, completed_at: completedAt, usage, output } = response;
  const items = Array.isArray(output) ? (output as unknown[]) : [];
  return [
    ...checkMembers(response, MEMBERS, ''),
    ...(object === 'response' ? [] : ['object is not response']),
    ...((status === 'completed') === (completedAt !== null)
      ? []
      : [`completed_at is ${String(completedAt)} while the status is ${String(status)}`]),
    ...(isObject(usage) ? checkUsage(usage) : []),
    ...items.flatMap((item, index) => checkItem(item, `output[${index}].`)),
  ];
}

/** The same for a whole stream: checks each event that contains a response, and the sequence numbers. */
export function findEventDefects(events: readonly unknown[]): readonly string[] {
  let last = -1;
  return events.flatMap((event, index) => {
    if (!isObject(event)) return [`event ${index} is no object`];
    const { sequence_number: number, response } = event;
    const isNext = typeof number === 'number' && number > last;
    if (typeof number === 'number') last = number;
    return [
      ...(isNext ? [] : [`event ${index}: sequence_number is ${String(number)} after ${last}`]),
      ...(response === undefined ? [] : findResponseDefects(response)).map(
        (defect) => `${String(event['type'])}: ${defect}`,
      ),
    ];
  });
}

function checkUsage(usage: Record<string, unknown>): readonly string[] {
  const { input_tokens_details: input, output_tokens_details: output } = usage;
  return [
    ...checkMembers(usage, USAGE, 'usage.'),
    ...checkMembers(input, { cached_tokens: 'number' }, 'usage.input_tokens_details.'),
    ...checkMembers(output, { reasoning_tokens: 'number' }, 'usage.output_tokens_details.'),
  ];
}

function checkItem(item: unknown, path: string): readonly string[] {
  if (!isObject(item)) return [`${path} is no object`];
  const members = ITEMS[String(item['type'])];
  return members ? checkMembers(item, members, path) : [];
}

function checkMembers(
  object: unknown,
  members: Readonly<Record<string, string>>,
  path: string,
): readonly string[] {
  if (!isObject(object)) return [];
  return Object.entries(members).flatMap(([name, form]) => {
    const value = object[name];
    if (value === undefined) return [`${path}${name} is missing`];
    if (value === null) return form.endsWith('?') ? [] : [`${path}${name} is null`];
    const isRight = CHECKS[form.replace('?', '') as Form](value);
    return isRight ? [] : [`${path}${name} is no ${form.replace('?', '')}`];
  });
}

const CHECKS: Readonly<Record<Form, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  object: isObject,
  list: (value) => Array.isArray(value),
  any: () => true,
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
