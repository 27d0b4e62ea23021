import { createHash } from 'node:crypto';
import { thoughtSignature } from '../thought-signature.ts';
import type { MessageBlock, MessagesBody } from './messages-body.ts';

/** Redacted thinking: Anthropic never shows it, but requires it to be sent back. */
export const REDACTED = { type: 'redacted_thinking', data: 'cmVkYWN0ZWQtYnktYW50aHJvcGlj' };

/** Models whose thinking is bound to everything before it. */
const PRESERVES_THINKING = /^claude-(?:(?:opus|sonnet|haiku)-5-5|(?:fable|mythos)-5-[12])/;

/** Returns the signature of a thinking block. */
export function signThought(thought: string): string {
  return thoughtSignature('anthropic', thought);
}

/**
 * Returns the signature of a thinking block in the response to a request, bound to it if the model does so.
 */
export function signResponse(thought: string, body: MessagesBody): string {
  const signature = signThought(thought);
  if (!PRESERVES_THINKING.test(body.model)) return signature;
  return `${signature}~${hashPrefix(body, body.messages.length)}`;
}

/** Whether the messages before a thinking block are those it was signed with; unbound ones always match. */
export function isBoundTo(signature: string, body: MessagesBody, message: number): boolean {
  const [, prefix] = signature.split('~');
  if (prefix === undefined || !PRESERVES_THINKING.test(body.model)) return true;
  return prefix === hashPrefix(body, message);
}

/** Hashes the system prompt, tools and the messages before an index, independent of their notation. */
function hashPrefix({ system, tools, messages }: MessagesBody, end: number): string {
  const turns: { role: string; blocks: MessageBlock[] }[] = [];
  for (const { role, content } of messages.slice(0, end)) {
    const blocks = listBlocks(content);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks });
  }
  const seen = JSON.stringify({ system: listBlocks(system ?? []), tools, turns }, withoutMarks);
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22);
}

function listBlocks(content: string | MessageBlock[]): MessageBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [...content];
}

/** Cache markers do not change the content. */
function withoutMarks(name: string, value: unknown): unknown {
  return name === 'cache_control' ? undefined : value;
}
