import { breakAtStart, breakHalfway } from './break-stream.ts';
import { type ChatBody, lastUserText } from './chat-body.ts';
import type { Call } from './endpoint.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { type Script, splitText, usageOf } from './script.ts';
import { type ToolCall, toolCallsOf } from './tool-calls.ts';

const CUT_EVENT =
  'data: {"id":"chatcmpl-simulated","choices":[{"index":0,"delta":{"content":"cut he';

type Delta = Record<string, unknown>;

interface Chunks {
  /** Sends a chunk with the same delta for every choice. */
  delta(delta: Delta, finishReason?: string | null): Promise<void>;
  /** Sends the chunk without choices that reports usage. */
  usage(): Promise<void>;
}

/** Streams a chat completion: role, text or tool calls, finish reason, usage on request, [DONE]. */
export async function streamChat(call: Call, choices: number): Promise<void> {
  const { script, response } = call;
  const body = call.body as ChatBody;
  const toolCalls = toolCallsOf(body, lastUserText(body), script);
  const stream = openEventStream(call);
  if (await breakAtStart(call, stream)) return;
  const chunks = chunksOf(body, script, stream, choices);
  const deltas = toolCalls
    ? toolCallDeltas(toolCalls)
    : splitText(script).map((content) => ({ content }));
  const half = Math.ceil(deltas.length / 2);
  await chunks.delta({ role: 'assistant', content: '' });
  if (script.thinking !== '') await chunks.delta({ reasoning_content: script.thinking });
  for (const delta of deltas.slice(0, half)) await chunks.delta(delta);
  if (await breakHalfway(call, stream, CUT_EVENT)) return;
  for (const delta of deltas.slice(half)) await chunks.delta(delta);
  await chunks.delta({}, toolCalls ? 'tool_calls' : script.finish_reason);
  await chunks.usage();
  if (script.fault === 'usage-twice') await chunks.usage();
  if (script.fault !== 'no-done' && !response.destroyed) await stream.sendText('data: [DONE]\n\n');
  stream.end();
}

function chunksOf(body: ChatBody, script: Script, stream: EventStream, choices: number): Chunks {
  const reported = body.stream_options?.include_usage ? usageOf(script) : undefined;
  const head = {
    id: 'chatcmpl-simulated',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: body.model,
  };
  const everyChunk =
    script.fault === 'usage-each-chunk'
      ? { usage: usageOf(script) }
      : reported
        ? { usage: null }
        : {};
  return {
    async delta(delta, finishReason = null) {
      for (let index = 0; index < choices; index += 1) {
        await stream.send({
          ...head,
          choices: [{ index, delta, logprobs: null, finish_reason: finishReason }],
          ...everyChunk,
        });
      }
    },
    async usage() {
      if (reported) await stream.send({ ...head, choices: [], usage: reported });
    },
  };
}

function toolCallDeltas(toolCalls: ToolCall[]): Delta[] {
  return toolCalls.flatMap((call, index) => [
    {
      tool_calls: [
        {
          index,
          id: call.id,
          type: 'function',
          function: { name: call.function.name, arguments: '' },
        },
      ],
    },
    { tool_calls: [{ index, function: { arguments: call.function.arguments.slice(0, 5) } }] },
    { tool_calls: [{ index, function: { arguments: call.function.arguments.slice(5) } }] },
  ]);
}
