/** One message of a conversation in plain text. */
export interface ReadMessage {
  /** As in the body: user, assistant, system, tool, model … */
  role: string;
  text: string;
}

type Json = Record<string, unknown>;

/**
 * Parses the messages of a request in any dialect; empty if it is not a conversation or is truncated. The
 * text is untrusted: it is shown as is, never as HTML or Markdown.
 */
export function readRequestMessages(body: string): ReadMessage[] {
  const json = parse(body);
  if (!json) return [];
  const system = json['system'] ?? json['systemInstruction'] ?? json['system_instruction'];
  const lead = [
    ...turn('system', system),
    ...turn('system', json['instructions']),
    ...turn('user', json['prompt']),
  ];
  const turns = json['messages'] ?? json['contents'] ?? json['input'];
  if (!Array.isArray(turns)) return [...lead, ...turn('user', turns)];
  return [
    ...lead,
    ...turns.flatMap((each: unknown) =>
      typeof each === 'string'
        ? turn('user', each)
        : turn(
            stringOf((each as Json | null)?.['role'] ?? (each as Json | null)?.['type']) || 'user',
            each,
          ),
    ),
  ];
}

/** Returns the text of a response, complete or streamed, in any dialect; empty if it can't be parsed. */
export function readResponseText(body: string): string {
  const whole = parse(body);
  if (whole) return textOfResponse(whole);
  return eventsOf(body).map(textOfEvent).join('');
}

/** Returns the events of a stream, or the elements of a streamed array. */
export function eventsOf(body: string): Json[] {
  if (body.trimStart().startsWith('[')) return listOf(tryParse(body));
  return body
    .split('\n')
    .filter((line) => line.startsWith('data:') || line.startsWith('{'))
    .map((line) => tryParse(line.startsWith('data:') ? line.slice(5) : line))
    .filter((event): event is Json => typeof event === 'object' && event !== null);
}

function textOfResponse(json: Json): string {
  const choices = listOf(json['choices']);
  if (choices.length > 0)
    return choices.map(({ message, text }) => textOf(message ?? text)).join('\n\n');
  const candidates = listOf(json['candidates']);
  if (candidates.length > 0) return candidates.map(({ content }) => textOf(content)).join('\n\n');
  const { output, content, error } = json as { output?: unknown; content?: unknown; error?: Json };
  if (error) return stringOf(error['message']);
  return textOf(output ?? content);
}

function textOfEvent(event: Json): string {
  const choices = listOf(event['choices']);
  if (choices.length > 0) return choices.map(({ delta, text }) => textOf(delta ?? text)).join('');
  if (listOf(event['candidates']).length > 0) return textOfResponse(event);
  const { type, delta, error } = event as { type?: unknown; delta?: unknown; error?: Json };
  if (error) return stringOf(error['message']);
  if (type === 'response.output_text.delta') return stringOf(delta);
  if (type !== 'content_block_delta') return '';
  const { text, thinking, partial_json: json } = (delta ?? {}) as Json;
  return stringOf(text) || stringOf(thinking) || stringOf(json);
}

const turn = (role: string, value: unknown): ReadMessage[] => {
  const text = textOf(value);
  return text === '' ? [] : [{ role, text }];
};

/** Returns the text of a message or its parts, including tool calls with their arguments. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
  if (typeof value !== 'object' || value === null) return '';
  const part = value as Json;
  const own =
    stringOf(part['text']) || stringOf(part['thinking']) || stringOf(part['reasoning_content']);
  const inner = textOf(part['content'] ?? part['parts'] ?? part['output']);
  const calls = [
    ...listOf(part['tool_calls']).map(({ function: called }) => describeCall(called)),
    ...(part['type'] === 'tool_use' || part['type'] === 'function_call'
      ? [describeCall(part)]
      : []),
    ...(part['functionCall'] ? [describeCall(part['functionCall'])] : []),
  ];
  return [own, inner, ...calls].filter((text) => text !== '').join('\n');
}

function describeCall(called: unknown): string {
  if (typeof called !== 'object' || called === null) return '';
  const { name, arguments: rawArguments, input, args } = called as Json;
  const values = rawArguments ?? input ?? args;
  return `${stringOf(name)}(${typeof values === 'string' ? values : JSON.stringify(values ?? {})})`;
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const listOf = (value: unknown): Json[] =>
  Array.isArray(value)
    ? value.filter((each): each is Json => typeof each === 'object' && each !== null)
    : [];

function parse(text: string): Json | undefined {
  const json = tryParse(text);
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Json)
    : undefined;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
