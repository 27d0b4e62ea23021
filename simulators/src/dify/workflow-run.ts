import { blocksOf } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type Call, type Endpoint, missing } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';

const IDS = { task_id: 'task-1', workflow_run_id: 'run-1' };
const CUT_EVENT = 'data: {"event":"text_chunk","data":{"text":"cut he';

/** Reads the overrides of a query, which earlier turns may precede. */
export const overridesIn = (query: unknown) =>
  /\{"sim".*\}$/s.exec(String(query))?.[0] ?? String(query);

const questionOf = (inputs: unknown): unknown => Object.values(inputs ?? {})[0];

/** POST /v1/workflows/run: inputs and outputs are the workflow's own. */
export const workflowRun: Endpoint = {
  modelOptional: true,
  findMistake({ inputs, user }) {
    if (typeof questionOf(inputs) !== 'string') return missing('inputs');
    return typeof user === 'string' && user !== '' ? undefined : missing('user');
  },
  lastText: ({ inputs }) => overridesIn(questionOf(inputs)),
  respond: run,
};

/** Two models write; each node reports the usage of its own. */
async function run(call: Call): Promise<void> {
  const { script, body } = call;
  const events = openEventStream(call);
  if (await breakAtStart(call, events)) return;
  const send = (event: string, data: object) => events.send({ event, ...IDS, data });
  await events.sendText('event: ping\n\n');
  await send('workflow_started', { id: 'run-1' });
  const chunks = blocksOf(script, { messages: [] }, '').flatMap((block) =>
    block.kind === 'call' ? [] : block.chunks.map((text) => ({ kind: block.kind, text })),
  );
  // A workflow may produce no output before its end.
  const isQuiet = Object.hasOwn(body['inputs'] as object, 'quiet');
  const sendChunk = async ({ kind, text }: { kind: string; text: string }) => {
    if (kind === 'thinking') await send('reasoning_chunk', { reasoning: text, is_final: false });
    else if (!isQuiet) await send('text_chunk', { text });
  };
  const half = Math.ceil(chunks.length / 2);
  for (const chunk of chunks.slice(0, half)) await sendChunk(chunk);
  if (await breakHalfway(call, events, CUT_EVENT)) return;
  for (const chunk of chunks.slice(half)) await sendChunk(chunk);
  const prompt = script.fault === 'zero-usage' ? 0 : script.prompt_tokens;
  const completion = script.fault === 'zero-usage' ? 0 : script.completion_tokens;
  const usageOf = (share: number) => ({
    prompt_tokens: share * prompt,
    completion_tokens: share * completion,
  });
  const reportsUsage = script.fault !== 'no-usage';
  for (const node of ['node-1', 'node-2']) {
    const usage = reportsUsage && !isQuiet ? { usage: usageOf(0.5) } : {};
    await send('node_finished', { id: node, status: 'succeeded', process_data: usage });
  }
  if (script.fault !== 'no-done')
    await send('workflow_finished', {
      id: 'run-1',
      status: 'succeeded',
      outputs: { text: script.text },
      total_tokens: reportsUsage ? prompt + completion : 0,
    });
  events.end();
}
