import { readErrorObject } from '../faults/read-error-object.ts';
import { estimateTextTokens } from '../token-estimator/estimate-text.ts';
import type { ChatResponse } from '../ir/response.ts';
import { PartWriter } from '../ir/part-writer.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import { type ChatUsage, countOf } from '../ir/usage.ts';
import { recordOf, textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';

/** Outputs in which workflows usually return their text, the most common first. */
const TEXT_OUTPUTS = ['text', 'answer', 'result', 'output'];

/** Parses a blocking workflow run of Dify. Returns undefined for a failed run or anything else. */
export function parseWorkflowResponse(body: JsonObject): ChatResponse | undefined {
  const data = recordOf(body.data);
  if (data.status !== 'succeeded') return undefined;
  const text = textOfOutputs(data.outputs);
  return {
    id: textOf(body.task_id),
    model: '',
    parts: [{ type: 'text', text }],
    stop: { reason: 'end' },
    usage: usageOfRun(data, undefined, text),
  };
}

/** Reads the stream of a workflow run; it is complete after workflow_finished. */
export function readWorkflowStream(emit: EmitEvent): StreamDialectReader {
  const writer = new PartWriter(emit);
  let completion = '';
  let nodes: ChatUsage | undefined;
  let finished = false;
  const emitText = (text: string) => {
    completion += text;
    writer.flow('text', text);
  };
  const finish = (data: JsonObject) => {
    if (data.status === 'failed' || data.status === 'stopped') return emit(failureOf(data));
    finished = true;
    if (completion === '') emitText(textOfOutputs(data.outputs));
    writer.closeAll();
    const usage = usageOfRun(data, nodes, completion);
    if (usage) emit({ type: 'usage', usage });
    emit({ type: 'finish', stop: { reason: 'end' } });
  };
  return {
    take(event) {
      if (finished) return;
      const data = recordOf(event.data);
      switch (event.event) {
        case 'workflow_started':
          return emit({ type: 'start', id: textOf(event.task_id), model: '' });
        case 'text_chunk':
          return emitText(textOf(data.text));
        case 'reasoning_chunk':
          return writer.flow('thinking', textOf(data.reasoning));
        case 'node_finished':
          nodes = addUsage(nodes, usageOfNode(data));
          return;
        case 'workflow_finished':
          return finish(data);
        case 'ping':
          return emit({ type: 'ping' });
        default: {
          const error = readErrorObject(event, typeof event.event !== 'string');
          if (error) emit({ type: 'error', error });
        }
      }
    },
  };
}

function failureOf(data: JsonObject): Parameters<EmitEvent>[0] {
  const message = textOf(data.error);
  const error = { message, type: 'server_error', code: 'workflow_failed', param: null };
  return { type: 'error', error };
}

/** Returns the text of a workflow that does not stream it: one of the usual outputs, else all of them. */
function textOfOutputs(value: unknown): string {
  const outputs = recordOf(value);
  const names = Object.keys(outputs);
  const name = [...TEXT_OUTPUTS, ...names].find((each) => typeof outputs[each] === 'string');
  if (name !== undefined) return textOf(outputs[name]);
  return names.length === 0 ? '' : JSON.stringify(outputs);
}

/** Returns the tokens that a model inside a workflow read and wrote. */
function usageOfNode(data: JsonObject): ChatUsage | undefined {
  return readUpstreamUsage(recordOf(data.outputs).usage ?? recordOf(data.process_data).usage);
}

function addUsage(sum: ChatUsage | undefined, more: ChatUsage | undefined): ChatUsage | undefined {
  if (!sum || !more) return sum ?? more;
  return {
    ...sum,
    promptTokens: sum.promptTokens + more.promptTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
  };
}

/**
 * Returns the tokens of all models of a run; if only the total is reported, the unattributed part counts as
 * input.
 */
function usageOfRun(
  data: JsonObject,
  nodes: ChatUsage | undefined,
  text: string,
): ChatUsage | undefined {
  const total = countOf(data.total_tokens);
  if (nodes || !total) return nodes;
  const completion = Math.min(total, estimateTextTokens(text));
  return readUpstreamUsage({ prompt_tokens: total - completion, completion_tokens: completion });
}
