import { respondWithJson, sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { blocksOf } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { readKey } from '../credentials.ts';
import { type Call, type Endpoint, missing, refused } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import type { Script } from '../script.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import { overridesIn, workflowRun } from './workflow-run.ts';

const CUT_EVENT = 'data: {"event":"message","answer":"cut he';
const IDS = { task_id: 'task-1', message_id: 'message-1', conversation_id: 'conversation-1' };

/** POST /v1/chat-messages of an application: requires a query and a user. */
const chatMessages: Endpoint = {
  modelOptional: true,
  findMistake({ query, user, inputs }) {
    if (typeof query !== 'string') return missing('query');
    if (typeof user !== 'string' || user === '') return missing('user');
    return typeof inputs === 'object' ? undefined : missing('inputs');
  },
  lastText: ({ query }) => overridesIn(query),
  images: ({ files }) => (Array.isArray(files) ? files.length : 0),
  respond: (call) =>
    call.body['response_mode'] === 'streaming' ? stream(call) : respondWhole(call),
};

async function respondWhole(call: Call): Promise<void> {
  await respondWithJson(call, {
    event: 'message',
    ...IDS,
    mode: 'chat',
    answer: call.script.text,
    metadata: metadataOf(call.script),
  });
}

/** Streams a response among the steps of a workflow. */
async function stream(call: Call): Promise<void> {
  const { script } = call;
  const events = openEventStream(call);
  if (await breakAtStart(call, events)) return;
  const send = (event: string, members: object) => events.send({ event, ...IDS, ...members });
  await events.sendText('event: ping\n\n');
  await send('workflow_started', { data: { id: 'run-1' } });
  await send('node_started', { data: { id: 'node-1' } });
  const chunks = blocksOf(script, { messages: [] }, '').flatMap((block) => {
    if (block.kind === 'call') return [];
    return block.chunks.map((chunk) => ({ kind: block.kind, piece: chunk }));
  });
  const sendChunk = ({ kind, piece: chunk }: { kind: string; piece: string }) =>
    kind === 'text'
      ? send('message', { answer: chunk })
      : send('reasoning_chunk', { data: { reasoning: chunk, is_final: false } });
  const half = Math.ceil(chunks.length / 2);
  for (const chunk of chunks.slice(0, half)) await sendChunk(chunk);
  if (await breakHalfway(call, events, CUT_EVENT)) return;
  for (const chunk of chunks.slice(half)) await sendChunk(chunk);
  await send('workflow_finished', { data: { status: 'succeeded' } });
  if (script.fault !== 'no-done') await send('message_end', { metadata: metadataOf(script) });
  events.end();
}

function metadataOf(script: Script): object {
  if (script.fault === 'no-usage') return {};
  const none = script.fault === 'zero-usage';
  const prompt = none ? 0 : script.prompt_tokens;
  const completion = none ? 0 : script.completion_tokens;
  return {
    usage: {
      prompt_tokens: prompt,
      prompt_unit_price: '0.001',
      completion_tokens: completion,
      total_tokens: prompt + completion,
      total_price: '0.0000595',
      currency: 'USD',
      latency: 0.5,
    },
    retriever_resources: [],
  };
}

const renderError = (status: number, { message, code }: ErrorBody) => ({
  status,
  code: code ?? 'completion_request_error',
  message,
});

/** POST /v1/completion-messages: the query is one of its inputs. */
const completionMessages: Endpoint = {
  ...chatMessages,
  findMistake: ({ query, inputs, user }) =>
    query === undefined
      ? chatMessages.findMistake({ ...(inputs as object), user, inputs })
      : refused('query is no member of completion messages'),
  lastText: ({ inputs }) => overridesIn((inputs as { query?: unknown }).query),
};

const ENDPOINTS = new Map([
  ['/v1/chat-messages', chatMessages],
  ['/v1/completion-messages', completionMessages],
  ['/v1/workflows/run', workflowRun],
]);

/** Dify applications. */
const difyWire: Wire = {
  readKey,
  keyMistake: () => ({ message: 'Access token is invalid', type: '', code: 'unauthorized' }),
  findEndpoint(path) {
    const endpoint = ENDPOINTS.get(path);
    return endpoint && { endpoint };
  },
  renderError,
  errorEvent: (error) =>
    `data: ${JSON.stringify({ event: 'error', ...IDS, ...renderError(500, error) })}\n\n`,
  serveRead(_options, _method, path, response) {
    sendJson(response, 404, { status: 404, code: 'not_found', message: path });
  },
};

/** Starts an upstream like a Dify application. */
export function startDifySimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(difyWire, options);
}
