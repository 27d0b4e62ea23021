import { type Block, blocksOf } from '../response-blocks.ts';
import type { Call } from '../endpoint.ts';
import type { Script } from '../script.ts';
import { accountOf, thoughtSignature } from '../thought-signature.ts';
import {
  requestsSignature,
  lastUserText,
  type ResponsesBody,
  toolRequestOf,
} from './responses-body.ts';

/** An output item, with the chunks in which a stream sends its text. */
export interface OutputItem {
  kind: Block['kind'];
  item: Record<string, unknown> & { id: string };
  chunks: string[];
}

/** Returns the output of the response to a call. */
export function responseItems({ body, script }: Call): OutputItem[] {
  const request = body as ResponsesBody;
  return blocksOf(script, toolRequestOf(request), lastUserText(request)).map((block, index) =>
    renderItem(block, `${script.mark}${index}`, request),
  );
}

function renderItem(block: Block, index: string, body: ResponsesBody): OutputItem {
  switch (block.kind) {
    case 'thinking': {
      const summary = [{ type: 'summary_text', text: block.chunks.join('') }];
      const id = `rs_${index}`;
      const encrypted_content = thoughtSignature(`openai${accountOf(body)}`, block.chunks.join(''));
      return {
        kind: block.kind,
        chunks: block.chunks,
        item: {
          id,
          type: 'reasoning',
          summary,
          ...(requestsSignature(body) ? { encrypted_content } : {}),
        },
      };
    }
    case 'text': {
      const text = block.chunks.join('');
      const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
      const id = `msg_${index}`;
      return {
        kind: block.kind,
        chunks: block.chunks,
        item: { id, type: 'message', status: 'completed', role: 'assistant', content },
      };
    }
    case 'call':
      return {
        kind: block.kind,
        chunks: [block.args.slice(0, 5), block.args.slice(5)],
        item: {
          id: `fc_${index}`,
          type: 'function_call',
          status: 'completed',
          call_id: block.id,
          name: block.name,
          arguments: block.args,
        },
      };
  }
}

/** Returns the final status of a response. */
export function endOf({ finish_reason }: Script): 'completed' | 'incomplete' {
  return finish_reason === 'length' ? 'incomplete' : 'completed';
}

/** Renders the response object: at the beginning, at the end or whole. */
export function renderResponse(
  { body, script }: Call,
  items: readonly OutputItem[],
  status: 'in_progress' | 'completed' | 'incomplete',
) {
  const { model, tools = [] } = body as ResponsesBody;
  const done = status !== 'in_progress';
  return {
    id: 'resp_simulated',
    object: 'response',
    ...NOT_ASKED,
    created_at: 1_760_000_000,
    completed_at: status === 'completed' ? 1_760_000_001 : null,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model,
    output: items.map(({ item }) => item),
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools,
    usage: (done && usageOf(script)) || null,
  };
}

/** Members of a response that the request did not set. */
const NOT_ASKED = {
  background: false,
  frequency_penalty: 0,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: 'default',
  store: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
};

const NO_USE = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

function usageOf(script: Script): object | undefined {
  if (script.fault === 'no-usage') return undefined;
  if (script.fault === 'zero-usage') return NO_USE;
  return {
    input_tokens: script.prompt_tokens,
    input_tokens_details: {
      cached_tokens: script.cached_tokens,
      cache_write_tokens: script.cache_write_tokens,
    },
    output_tokens: script.completion_tokens,
    output_tokens_details: { reasoning_tokens: script.reasoning_tokens },
    total_tokens: script.prompt_tokens + script.completion_tokens,
  };
}
