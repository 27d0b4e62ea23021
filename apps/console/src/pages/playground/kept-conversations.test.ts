import { beforeEach, expect, test } from 'vitest';
import { type Conversation, newAnswer, newConversation } from './conversation.ts';
import {
  CHARACTERS_MAX,
  KEPT_MAX,
  keepConversations,
  readConversations,
} from './kept-conversations.ts';

beforeEach(() => localStorage.clear());

const talk = (at: number, text = 'hi'): Conversation => ({
  ...newConversation(`c${at}`, at),
  turns: [{ id: 't', text, pictures: ['data:image/png;base64,AAAA'], sides: [[newAnswer('m')]] }],
});

test('conversations are stored per user, latest first, without images, and streaming answers as stopped', () => {
  keepConversations(1, [talk(1), talk(2), newConversation('empty', 3)]);
  const kept = readConversations(1);
  expect(kept.map(({ id }) => id)).toEqual(['c2', 'c1']);
  expect(kept[0]?.turns[0]).toMatchObject({ pictures: [], sides: [[{ state: 'stopped' }]] });
  expect(readConversations(2)).toEqual([]);
});

test('the numbers of stored conversations and characters are limited, and the oldest are dropped', () => {
  keepConversations(
    1,
    Array.from({ length: KEPT_MAX + 5 }, (_, at) => talk(at)),
  );
  expect(readConversations(1).map(({ id }) => id)).not.toContain('c4');
  expect(readConversations(1)).toHaveLength(KEPT_MAX);
  const long = 'x'.repeat(CHARACTERS_MAX / 2);
  keepConversations(1, [talk(1, long), talk(2, long), talk(3, 'short')]);
  expect(readConversations(1).map(({ id }) => id)).toEqual(['c3', 'c2']);
});

test('invalid stored data counts as no conversation', () => {
  localStorage.setItem('playground_1', '{"not": "a list"');
  expect(readConversations(1)).toEqual([]);
  localStorage.setItem('playground_1', '[null, 1, {"id": "x"}]');
  expect(readConversations(1)).toEqual([]);
});
