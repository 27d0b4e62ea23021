import { type Block, blocksOf, hasCalls } from '../response-blocks.ts';
import type { Call } from '../endpoint.ts';
import type { Script } from '../script.ts';
import { lastUserText, type MessagesBody, toolRequestOf } from './messages-body.ts';
import { REDACTED, signResponse } from './messages-signatures.ts';

/** Returns the blocks of the response to a call. */
export function responseBlocks({ body, script }: Call): Block[] {
  const messages = body as MessagesBody;
  const blocks = blocksOf(script, toolRequestOf(messages), lastUserText(messages));
  const turn = messages.messages.length;
  return blocks.map((block) =>
    // Makes ids unique within a conversation.
    block.kind === 'call' ? { ...block, id: `${turn}_${block.id}` } : block,
  );
}

/** The members a message begins with, whole or streamed. */
export function messageHead({ body }: Call) {
  const { model } = body as MessagesBody;
  return { id: 'msg_simulated', type: 'message', role: 'assistant', model };
}

/** Renders a block in a whole response; redacted thinking follows the visible one. */
export function renderBlock(block: Block, { body }: Call): unknown[] {
  switch (block.kind) {
    case 'thinking': {
      const thinking = block.chunks.join('');
      return [
        { type: 'thinking', thinking, signature: signResponse(thinking, body as MessagesBody) },
        REDACTED,
      ];
    }
    case 'text':
      return [{ type: 'text', text: block.chunks.join('') }];
    case 'call':
      return [
        {
          type: 'tool_use',
          id: `toolu_${block.id}`,
          name: block.name,
          input: JSON.parse(block.args) as unknown,
        },
      ];
  }
}

const STOP_REASONS: Record<string, string> = { stop: 'end_turn', length: 'max_tokens' };

/** Returns why a response ended, in Anthropic's terms. */
export function stopReason({ finish_reason }: Script, blocks: readonly Block[]): string {
  return hasCalls(blocks) ? 'tool_use' : (STOP_REASONS[finish_reason] ?? finish_reason);
}

/**
 * Returns the usage object; undefined if it should be missing. Cached tokens are counted separately from the
 * input.
 */
export function messagesUsage(script: Script): Record<string, unknown> | undefined {
  if (script.fault === 'no-usage') return undefined;
  if (script.fault === 'zero-usage') return { input_tokens: 0, output_tokens: 0 };
  const { cached_tokens, cache_write_tokens, cache_write_hour_tokens } = script;
  return {
    input_tokens: script.prompt_tokens - cached_tokens - cache_write_tokens,
    cache_read_input_tokens: cached_tokens,
    cache_creation_input_tokens: cache_write_tokens,
    cache_creation: {
      ephemeral_5m_input_tokens: cache_write_tokens - cache_write_hour_tokens,
      ephemeral_1h_input_tokens: cache_write_hour_tokens,
    },
    output_tokens: script.completion_tokens,
    output_tokens_details: { thinking_tokens: script.reasoning_tokens },
  };
}
