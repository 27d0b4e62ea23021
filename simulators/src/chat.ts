import type { ServerResponse } from 'node:http';
import { sendJson } from './answer.ts';
import { playFault } from './faults.ts';
import { readScript, type Script, usageOf } from './script.ts';

interface Tool {
  function: { name: string };
}

interface ChatBody {
  model: string;
  messages: { role: string; content: string | { type: string; text?: string }[] | null }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: Tool[];
  tool_choice?: unknown;
}

const CREATED = 1_760_000_000;

function lastUserText({ messages }: ChatBody): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** Calls the tools when asked for: two at once where there are two. */
function toolCallsOf(body: ChatBody, text: string) {
  const wanted =
    body.tools &&
    body.tools.length > 0 &&
    (text.includes('call tool') ||
      (body.tool_choice !== undefined && body.tool_choice !== 'none' && body.tool_choice !== 'auto'));
  if (!wanted) return undefined;
  return (body.tools ?? []).slice(0, 2).map((tool, index) => ({
    id: `call_${index + 1}`,
    type: 'function',
    function: { name: tool.function.name, arguments: '{"city":"Paris"}' },
  }));
}

/** POST /v1/chat/completions. */
export function answerChat(body: ChatBody, response: ServerResponse): void {
  const text = lastUserText(body);
  const script = readScript(text);
  if (playFault(response, script.fault)) return;
  const toolCalls = toolCallsOf(body, text);
  if (body.stream) return streamChat(body, script, toolCalls, response);
  const content = script.fault === 'huge' ? 'x'.repeat(5 * 1024 * 1024) : script.text;
  const usage = usageOf(script);
  sendJson(response, 200, {
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: CREATED,
    model: body.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: toolCalls ? null : content,
          ...(toolCalls ? { tool_calls: toolCalls } : {}),
        },
        logprobs: null,
        finish_reason: toolCalls ? 'tool_calls' : 'stop',
      },
    ],
    ...(usage ? { usage } : {}),
  });
}

function streamChat(
  body: ChatBody,
  script: Script,
  toolCalls: ReturnType<typeof toolCallsOf>,
  response: ServerResponse,
): void {
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const chunk = (delta: unknown, finish: string | null = null) =>
    event({
      id: 'chatcmpl-simulated',
      object: 'chat.completion.chunk',
      created: CREATED,
      model: body.model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (script.fault === 'error-first-line') {
    response.end(event({ error: { message: 'The engine is currently overloaded', type: 'server_error', code: null } }));
    return;
  }
  const deltas = toolCalls ? toolCallDeltas(toolCalls) : textDeltas(script);
  const half = Math.ceil(deltas.length / 2);
  response.write(chunk({ role: 'assistant', content: '' }));
  for (const delta of deltas.slice(0, half)) response.write(chunk(delta));
  if (breakHalfway(script, response, event)) return;
  for (const delta of deltas.slice(half)) response.write(chunk(delta));
  response.write(chunk({}, toolCalls ? 'tool_calls' : 'stop'));
  const usage = usageOf(script);
  if (body.stream_options?.include_usage && usage)
    response.write(
      event({
        id: 'chatcmpl-simulated',
        object: 'chat.completion.chunk',
        created: CREATED,
        model: body.model,
        choices: [],
        usage,
      }),
    );
  response.end(script.fault === 'no-done' ? '' : 'data: [DONE]\n\n');
}

/** Faults in the middle of a stream. */
function breakHalfway({ fault }: Script, response: ServerResponse, event: (value: unknown) => string): boolean {
  if (fault === 'stall-mid-stream') return true;
  if (fault === 'cut-mid-stream') {
    response.write('data: {"id":"chatcmpl-simulated","choices":[{"index":0,"delta":{"content":"cut he', () =>
      response.socket?.destroy(),
    );
    return true;
  }
  if (fault === 'error-mid-stream') {
    response.end(
      event({
        error: { message: 'The server had an error while processing your request', type: 'server_error', code: null },
      }),
    );
    return true;
  }
  return false;
}

function textDeltas({ text, tokens }: Script) {
  const size = Math.max(1, Math.ceil(text.length / tokens));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) => ({
    content: text.slice(index * size, (index + 1) * size),
  }));
}

function toolCallDeltas(toolCalls: NonNullable<ReturnType<typeof toolCallsOf>>) {
  return toolCalls.flatMap((call, index) => [
    { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }] },
    { tool_calls: [{ index, function: { arguments: call.function.arguments.slice(0, 5) } }] },
    { tool_calls: [{ index, function: { arguments: call.function.arguments.slice(5) } }] },
  ]);
}
