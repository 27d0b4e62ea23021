import { type MessageBlock, blocksOf, type MessagesBody } from '../anthropic/messages-body.ts';
import type { JsonObject } from '../json-object.ts';
import type { Rule } from './rule.ts';

const PROBED = 'experientiallabs/experiential#804 (probed live in Sep 2026)';
const isEmptyText = ({ type, text }: MessageBlock) => type === 'text' && text === '';
const isBlankText = ({ type, text = '' }: MessageBlock) => type === 'text' && text.trim() === '';

/** The system prompt and all messages, as lists of blocks or as text, whichever they are. */
const contentsOf = (body: JsonObject) => {
  const { system, messages } = body as MessagesBody;
  return [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages];
};

/** What Anthropic refuses about empty and blank texts. */
export const messagesTextRules: readonly Rule[] = [
  {
    id: 'anthropic/no-empty-text',
    vendor: 'anthropic',
    refusal: '{0}: text content blocks must be non-empty',
    source: PROBED,
    mark: 'I',
    find(body) {
      const odd = contentsOf(body).find(
        ({ content }) => Array.isArray(content) && content.some(isEmptyText),
      );
      return odd && [odd.role];
    },
  },
  {
    id: 'anthropic/no-blank-text-alone',
    vendor: 'anthropic',
    refusal: '{0}: text content blocks must contain non-whitespace text',
    source: PROBED,
    mark: 'I',
    find(body) {
      const odd = contentsOf(body).find(({ content }) => {
        const blocks = blocksOf(content);
        const hasWords = typeof content !== 'string' || content !== '';
        return hasWords && blocks.length > 0 && blocks.every(isBlankText);
      });
      return odd && [odd.role];
    },
  },
  {
    id: 'anthropic/user-has-content',
    vendor: 'anthropic',
    refusal: 'messages.{0}: user messages must have non-empty content',
    source: PROBED,
    mark: 'I',
    find(body) {
      const at = (body as MessagesBody).messages.findIndex(
        ({ role, content }) => role === 'user' && content.length === 0,
      );
      return at === -1 ? undefined : [at];
    },
  },
];
