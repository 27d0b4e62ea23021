import { expect, test } from 'vitest';
import { findChatLink } from './find-chat-link.ts';

const status = {
  chat_link: 'https://one.example/?k={key}',
  chat_link2: 'https://two.example/#{"key":"{key}","url":"{address}"}',
  chats: [{ Third: 'https://three.example/{address}/{key}' }],
  server_address: 'https://api.example/a b',
};
const tokens = [
  { status: 2, key: 'disabled' },
  { status: 3, key: 'expired' },
  { status: 1, key: 'good' },
  { status: 1, key: 'other' },
];
const none = { chat_link: '', chat_link2: '', chats: [] };
const find = (changes: Partial<typeof status>, list = tokens) =>
  findChatLink({ ...status, ...changes }, list, 'http://here:3000');

test('the first enabled key and the encoded server address are filled in', () => {
  expect(find({})).toEqual({
    to: 'https://two.example/#{"key":"sk-good","url":"https%3A%2F%2Fapi.example%2Fa%20b"}',
  });
});

test('the second link takes precedence over the first, and both over the list of chats', () => {
  expect(find({ chat_link2: '' })).toEqual({ to: 'https://one.example/?k=sk-good' });
  expect(find({ chat_link2: '', chat_link: '', server_address: '' })).toEqual({
    to: 'https://three.example/http%3A%2F%2Fhere%3A3000/sk-good',
  });
});

test('without an enabled key or any link it says what is missing', () => {
  expect(find({}, tokens.slice(0, 2))).toEqual({ missing: 'token' });
  expect(find(none)).toEqual({ missing: 'link' });
});

test('only http(s) links are followed', () => {
  expect(find({ chat_link2: 'javascript:alert(1)' })).toEqual({ missing: 'link' });
});
