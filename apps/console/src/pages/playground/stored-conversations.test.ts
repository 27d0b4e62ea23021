import { beforeEach, expect, test } from 'vitest';
import { type Conversation, newCompletion, newConversation } from './conversation.ts';
import {
  CHARACTERS_MAX,
  CONVERSATIONS_MAX,
  storeConversations,
  readConversations,
} from './stored-conversations.ts';

beforeEach(() => localStorage.clear());

const conversation = (at: number, text = 'hi'): Conversation => ({
  ...newConversation(`c${at}`, at),
  turns: [
    { id: 't', text, pictures: ['data:image/png;base64,AAAA'], sides: [[newCompletion('m')]] },
  ],
});

test('conversations are stored per user, latest first, without images, and streaming answers as stopped', () => {
  storeConversations(1, [conversation(1), conversation(2), newConversation('empty', 3)]);
  const stored = readConversations(1);
  expect(stored.map(({ id }) => id)).toEqual(['c2', 'c1']);
  expect(stored[0]?.turns[0]).toMatchObject({ pictures: [], sides: [[{ state: 'stopped' }]] });
  expect(readConversations(2)).toEqual([]);
});

test('the numbers of stored conversations and characters are limited, and the oldest are dropped', () => {
  storeConversations(
    1,
    Array.from({ length: CONVERSATIONS_MAX + 5 }, (_, at) => conversation(at)),
  );
  expect(readConversations(1).map(({ id }) => id)).not.toContain('c4');
  expect(readConversations(1)).toHaveLength(CONVERSATIONS_MAX);
  const long = 'x'.repeat(CHARACTERS_MAX / 2);
  storeConversations(1, [conversation(1, long), conversation(2, long), conversation(3, 'short')]);
  expect(readConversations(1).map(({ id }) => id)).toEqual(['c3', 'c2']);
});

test('a conversation that is too long to be stored does not cost the others', () => {
  const endless = conversation(9, 'x'.repeat(CHARACTERS_MAX));
  storeConversations(1, [conversation(1), endless, conversation(2)]);
  expect(readConversations(1).map(({ id }) => id)).toEqual(['c2', 'c1']);
});

test('invalid stored data counts as no conversation', () => {
  localStorage.setItem('playground_1', '{"not": "a list"');
  expect(readConversations(1)).toEqual([]);
  localStorage.setItem('playground_1', '[null, 1, {"id": "x"}]');
  expect(readConversations(1)).toEqual([]);
});
