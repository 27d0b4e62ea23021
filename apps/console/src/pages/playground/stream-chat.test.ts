import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { text } from '../../../test-support/text.ts';
import { newCompletion } from './conversation.ts';
import { streamChat } from './stream-chat.ts';

const ask = (response: () => Response) => {
  fakeServer({ 'POST /api/playground/v1/chat/completions': response });
  return streamChat(
    { model: 'm', messages: [] },
    {
      initial: newCompletion('m'),
      group: '',
      signal: new AbortController().signal,
      progress: () => {},
    },
  );
};

const unreadable = { state: 'failed', failure: { message: text('ui.http.unreadable') } };

test('a page of somebody else in place of a stream is a failure, not an empty answer', async () => {
  const login = () => new Response('<html>Sign in to the network</html>', { status: 200 });
  expect(await ask(login)).toMatchObject(unreadable);
});

test('a stream that breaks in the middle of a line keeps its text and is explained in the user’s language', async () => {
  const delta = JSON.stringify({ choices: [{ delta: { content: 'Half' } }] });
  const cut = () => new Response(`data: ${delta}\n\ndata: {"choi\n\n`);
  expect(await ask(cut)).toMatchObject({ ...unreadable, text: 'Half' });
});

test('a request that a proxy finds too large is told what to do', async () => {
  const refusal = () => new Response('<html>413</html>', { status: 413 });
  expect(await ask(refusal)).toMatchObject({
    state: 'failed',
    failure: { status: 413, message: text('ui.http.tooLarge') },
  });
});
