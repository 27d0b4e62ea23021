import { type MessageBlock, blocksOf, type MessagesBody } from '../anthropic/messages-body.ts';
import { isBoundTo, REDACTED, signThought } from '../anthropic/messages-signatures.ts';
import type { JsonObject } from '../json-object.ts';
import { isThoughtOf } from '../thought-signature.ts';
import type { Rule } from './rule.ts';

const messagesOf = (body: JsonObject) => (body as MessagesBody).messages;
const isThought = ({ type }: MessageBlock) => type === 'thinking' || type === REDACTED.type;

/** Finds the first invalid block of all messages; returns the indices of message and block. */
function findBlock(
  body: JsonObject,
  isOdd: (block: MessageBlock, message: number, block_index: number) => boolean,
): [number, number] | undefined {
  for (const [message, { content }] of messagesOf(body).entries()) {
    const at = blocksOf(content).findIndex((block, index) => isOdd(block, message, index));
    if (at !== -1) return [message, at];
  }
  return undefined;
}

/** A call that Anthropic's own model made after thinking; other models' calls need no thinking block. */
const isOwnThoughtfulCall = ({ type, id }: MessageBlock) =>
  type === 'tool_use' && id?.startsWith('toolu_') === true && isThoughtOf(id);

/** Returns the index of the last assistant turn if the history ends with the results of its calls. */
function openLoopAt(body: JsonObject): number | undefined {
  const messages = messagesOf(body);
  const isAnswered = blocksOf(messages.at(-1)?.content ?? []).some(
    ({ type }) => type === 'tool_result',
  );
  return isAnswered ? messages.length - 2 : undefined;
}

/** What Anthropic refuses about thinking blocks sent back. */
export const messagesThinkingRules: readonly Rule[] = [
  {
    id: 'anthropic/thinking-has-words',
    vendor: 'anthropic',
    refusal: 'messages.{0}.content.{1}.thinking: each thinking block must contain thinking',
    source: 'anomalyco/opencode#11571; PyPI litellm 1.106.2: empty without a signature',
    mark: 'I',
    find: (body) =>
      findBlock(
        body,
        ({ type, thinking, signature }) =>
          type === 'thinking' && (thinking ?? '') === '' && (signature ?? '') === '',
      ),
  },
  {
    id: 'anthropic/thinking-signed',
    vendor: 'anthropic',
    refusal: 'messages.{0}.content.{1}.thinking.signature: Field required',
    source: 'openclaw/openclaw#10775',
    mark: 'I',
    find: (body) =>
      findBlock(body, ({ type, signature }) => type === 'thinking' && signature === undefined),
  },
  {
    id: 'anthropic/thinking-signature',
    vendor: 'anthropic',
    refusal: 'messages.{0}.content.{1}: Invalid `signature` in `thinking` block',
    source: 'Wei-Shaw/sub2api#2320, anomalyco/opencode#30200',
    mark: 'I',
    basic: true,
    find: (body) =>
      findBlock(
        body,
        ({ type, thinking = '', signature }) =>
          type === 'thinking' && signature?.split('~')[0] !== signThought(thinking),
      ),
  },
  {
    id: 'anthropic/redacted-data',
    vendor: 'anthropic',
    refusal: 'messages.{0}.content.{1}: Invalid `data` in `redacted_thinking` block',
    source: 'Wei-Shaw/sub2api#2320',
    mark: 'I',
    basic: true,
    find: (body) =>
      findBlock(body, ({ type, data }) => type === REDACTED.type && data !== REDACTED.data),
  },
  {
    id: 'anthropic/thinking-prefix',
    vendor: 'anthropic',
    refusal:
      'messages.{0}.content.{1}: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
    source:
      'platform.claude.com/docs build-with-claude/preserved-thinking (prefix checks); anomalyco/opencode#48637',
    mark: 'D',
    find: (body) =>
      findBlock(
        body,
        ({ type, signature = '' }, message) =>
          type === 'thinking' && !isBoundTo(signature, body as MessagesBody, message),
      ),
  },
  {
    id: 'anthropic/latest-thinking-whole',
    vendor: 'anthropic',
    refusal:
      'messages.{0}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
    source: 'anthropics/claude-code#12311, router-for-me/CLIProxyAPI#3624',
    mark: 'I',
    find(body) {
      const at = messagesOf(body).findLastIndex(({ role }) => role === 'assistant');
      const thoughts = blocksOf(messagesOf(body)[at]?.content ?? []).filter(isThought);
      // The simulated models think in pairs: visible, then redacted.
      return thoughts.length % 2 === 0 ? undefined : [at];
    },
  },
  {
    id: 'anthropic/loop-begins-with-thinking',
    vendor: 'anthropic',
    refusal:
      'messages.{0}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{1}`.',
    source: 'dev.to/ji_ai; manual mode, open tool loop',
    mark: 'I',
    find(body) {
      const { thinking } = body as MessagesBody;
      const at = openLoopAt(body);
      if (thinking?.type !== 'enabled' || at === undefined) return undefined;
      const [first] = blocksOf(messagesOf(body)[at]?.content ?? []);
      return first && !isThought(first) ? [at, first.type] : undefined;
    },
  },
  {
    id: 'anthropic/own-thinking-returned',
    vendor: 'anthropic',
    refusal: 'messages.{0}.content.0.type: Expected `thinking`, found `{1}`',
    source: 'stricter than Anthropic: the gateway shall return what it was given',
    mark: 'N',
    narrow: true,
    find(body) {
      for (const [index, { content }] of messagesOf(body).entries()) {
        const blocks = blocksOf(content);
        const [first, second] = blocks;
        const isWhole = first?.type === 'thinking' && second?.type === REDACTED.type;
        if (blocks.some(isOwnThoughtfulCall) && !isWhole) return [index, first?.type ?? ''];
      }
      return undefined;
    },
  },
  {
    id: 'anthropic/thinking-not-last',
    vendor: 'anthropic',
    refusal: 'messages.{0}: The final block in an assistant message cannot be `thinking`.',
    source: 'tailcallhq/forgecode#3071, NousResearch/hermes-agent#13010',
    mark: 'I',
    find(body) {
      const at = messagesOf(body).findIndex(({ role, content }) => {
        const last = blocksOf(content).at(-1);
        return role === 'assistant' && last !== undefined && isThought(last);
      });
      return at === -1 ? undefined : [at];
    },
  },
];
