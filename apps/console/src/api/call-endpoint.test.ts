import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from 'virtual:calls';
import { fakeServer } from '../../test-support/fake-server.ts';
import { text } from '../../test-support/text.ts';
import { callEndpoint } from './call-endpoint.ts';
import { connection } from './connection.ts';

test('a list that arrives as a plain array is read as its only page', async () => {
  fakeServer({ 'GET /api/channel/': () => [{ id: 1 }, { id: 2 }] });
  expect(await callEndpoint(calls.listChannels)).toEqual({
    items: [{ id: 1 }, { id: 2 }],
    page: 1,
    page_size: 2,
    total: 2,
  });
});

test('an array from a call that is not paged stays an array', async () => {
  fakeServer({ 'GET /api/user/models': () => ['m'] });
  expect(await callEndpoint(calls.listOwnModels)).toEqual(['m']);
});

test('a 502 from a proxy in front of an unreachable gateway counts as no response', async () => {
  // The watch's next check must not outlive the test.
  vi.useFakeTimers();
  onTestFinished(() => {
    connection.recordResponse();
    vi.useRealTimers();
  });
  fakeServer({ 'GET /api/user/models': () => new Response('<h1>502</h1>', { status: 502 }) });
  await expect(callEndpoint(calls.listOwnModels)).rejects.toMatchObject({ status: 0 });
  expect(connection.read().state).toBe('lost');
});

test('a success without our data is called unreadable, not a failure with code 200', async () => {
  for (const body of ['', '<html>Sign in to the network</html>', '{}']) {
    fakeServer({ 'GET /api/user/models': () => new Response(body, { status: 200 }) });
    await expect(callEndpoint(calls.listOwnModels)).rejects.toMatchObject({
      message: text('ui.http.unreadable'),
    });
  }
});

test('what a proxy refuses as too large is called that, unless the gateway says more', async () => {
  const answers = [
    new Response('<h1>413</h1>', { status: 413 }),
    Response.json({ success: false, message: 'at most 4 MB' }, { status: 413 }),
  ];
  const messages = [text('ui.http.tooLarge'), 'at most 4 MB'];
  for (const [index, message] of messages.entries()) {
    fakeServer({ 'GET /api/user/models': () => answers[index] });
    await expect(callEndpoint(calls.listOwnModels)).rejects.toMatchObject({ message });
  }
});

test('a gateway that reports its own overload counts as reachable', async () => {
  const headers = { 'x-request-id': 'ours' };
  fakeServer({
    'GET /api/user/models': () =>
      Response.json({ success: false, message: 'busy' }, { status: 503, headers }),
  });
  await expect(callEndpoint(calls.listOwnModels)).rejects.toMatchObject({ message: 'busy' });
  expect(connection.read().state).not.toBe('lost');
});
