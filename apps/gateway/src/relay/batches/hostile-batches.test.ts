import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAT_ENDPOINT, chatLine, submitBatch } from '../../../test-support/batch-lines.ts';
import {
  type FileScene,
  type Person,
  PERSON_QUOTA,
  startFileScene,
} from '../../../test-support/file-scene.ts';

let scene: FileScene;
let person: Person;
beforeAll(async () => {
  scene = await startFileScene();
  person = await scene.person();
  await scene.gateway.setOption('FilesPerUserMax', '1000');
});
afterAll(() => scene.close());

const text = (line: unknown) => JSON.stringify(line);
const raw = (body: string) =>
  `{"custom_id":"a","method":"POST","url":"${CHAT_ENDPOINT}","body":${body}}`;
const MESSAGES = '"messages":[{"role":"user","content":"hi"}]';
const rows = () => scene.gateway.app.domain.store.db.selectFrom('batches').selectAll().execute();

test.each([
  ['no JSON', 'nonsense', 'no JSON object'],
  ['a list', '[1]', 'no JSON object'],
  [
    'an empty line between others',
    `${text(chatLine())}\n\n${text(chatLine({ id: 'b' }))}`,
    'Line 2',
  ],
  ['a custom_id that stands twice', `${text(chatLine())}\n${text(chatLine())}`, 'duplicate'],
  ['a custom_id that is a number', text({ ...chatLine(), custom_id: 7 }), 'custom_id'],
  ['another method', text({ ...chatLine(), method: 'GET' }), 'method'],
  ['another address', text({ ...chatLine(), url: '/v1/embeddings' }), 'url'],
  ['a member that nobody knows', text({ ...chatLine(), proxy: 'x' }), 'unknown parameter'],
  ['no body', text({ ...chatLine(), body: undefined }), 'body'],
  [
    'two models',
    `${text(chatLine())}\n${text(chatLine({ id: 'b', model: 'gpt-4o' }))}`,
    'same model',
  ],
  ['`model` twice', raw(`{"model":"gpt-4o-mini","model":"gpt-4o",${MESSAGES}}`), 'model'],
  [
    'a second spelling of the limit',
    raw(`{"model":"gpt-4o-mini","max_tokens":1,"MAX_TOKENS":9,${MESSAGES}}`),
    'max_tokens',
  ],
  ['a list for a limit', raw(`{"model":"gpt-4o-mini","max_tokens":[1],${MESSAGES}}`), 'max_tokens'],
  ['a limit of 0', raw(`{"model":"gpt-4o-mini","max_tokens":0,${MESSAGES}}`), 'max_tokens'],
  ['a stream', text(chatLine({ body: { stream: true } })), 'stream'],
  ['a search at the provider', text(chatLine({ body: { web_search_options: {} } })), 'no price'],
  ['a service tier', text(chatLine({ body: { service_tier: 'priority' } })), 'no price'],
  ['a line end inside of a line', raw(`{"model":"gpt-4o-mini",\r${MESSAGES}}`), 'control'],
  [
    'a body that is broken behind what is read',
    raw(`{"model":"gpt-4o-mini",${MESSAGES},"x":tru}`),
    'JSON',
  ],
])(
  'an input with %s is refused naming the line, and nothing is left at the provider',
  async (_name, input, reason) => {
    const before = { files: scene.provider.files().length, rows: (await rows()).length };
    await expect(submitBatch(person, input)).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      message: expect.stringContaining(reason) as string,
    });
    // Only the input itself was uploaded.
    expect(scene.provider.files()).toHaveLength(before.files + 1);
    expect(await rows()).toHaveLength(before.rows);
    expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
  },
);

test('a line that names more files than any provider accepts is refused, however many they are', async () => {
  const files = Array.from({ length: 35_000 }, (_, at) => ({ file_id: `file-${at}` }));
  const input = text(chatLine({ body: { metadata: { files } } }));
  await expect(submitBatch(person, input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('at most 100 files') as string,
  });
});

test('a line that names what the provider stores for another user is refused', async () => {
  const id = `audio_${'0'.repeat(20)}`;
  scene.gateway.app.domain.responses.noteOwner(1, id);
  const messages = [{ role: 'assistant', audio: { id } }];
  await expect(submitBatch(person, [chatLine({ body: { messages } })])).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(`Audio with id '${id}' not found`) as string,
  });
});

test('an input that its caller can not pay for is read only until that is known, and nothing of it is sent', async () => {
  const poor = await scene.person({ quota: 10 });
  const lines = Array.from({ length: 2000 }, (_, at) => chatLine({ id: `l${at}` }));
  const before = scene.provider.calls.filter(({ method }) => method === 'POST').length;
  await expect(submitBatch(poor, lines)).rejects.toMatchObject({ status: 402 });
  const sent = scene.provider.calls.filter(({ method }) => method === 'POST');
  // Only the input itself was uploaded.
  expect(sent).toHaveLength(before + 1);
  expect(await scene.account(poor.client)).toEqual({ quota: 10, used: 0 });
});

test('a model that the key may not use, or that has no batch price, is refused', async () => {
  const bound = await scene.person({
    token: { model_limits_enabled: true, model_limits: 'gpt-4o' },
  });
  await expect(submitBatch(bound, [chatLine()])).rejects.toMatchObject({ status: 403 });
  await expect(submitBatch(person, [chatLine({ model: 'nobody-knows' })])).rejects.toMatchObject({
    status: 404,
  });
  await scene.gateway.channel({
    type: 1,
    name: 'undiscounted',
    key: 'k',
    base_url: scene.provider.url,
    models: 'claude-opus-4-6',
    priority: -5,
  });
  await expect(submitBatch(person, [chatLine({ model: 'claude-opus-4-6' })])).rejects.toMatchObject(
    {
      status: 400,
      code: 'tier_not_priced',
    },
  );
});

test('sensitive words are found in every line', async () => {
  await scene.gateway.setOptions({
    CheckSensitiveEnabled: 'true',
    CheckSensitiveOnPromptEnabled: 'true',
    SensitiveWords: 'forbidden',
  });
  await expect(
    submitBatch(person, [chatLine(), chatLine({ id: 'b', content: 'a forbidden word' })]),
  ).rejects.toMatchObject({ status: 400, code: 'sensitive_words_detected' });
  await scene.gateway.setOption('CheckSensitiveEnabled', 'false');
});

test('an ordinary call can not get the batch discount by naming it as its tier', async () => {
  const response = await scene.call(person.secret, CHAT_ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...chatLine().body, service_tier: 'batch' }),
  });
  expect(response.status).toBe(400);
  expect(response.text).toContain('tier_not_priced');
});

test('an endless line is refused at the length limit, and 50,001 lines at the last, yielding the event loop meanwhile', async () => {
  const endless = raw(
    `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"${'x'.repeat(9_000_000)}"}]}`,
  );
  await expect(submitBatch(person, endless)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('longer than') as string,
  });
  const embedding = `"method":"POST","url":"/v1/embeddings","body":{"model":"gpt-4o-mini","input":"hi"}`;
  const lines = Array.from({ length: 50_001 }, (_, at) => `{"custom_id":"l${at}",${embedding}}`);
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  await expect(submitBatch(person, lines.join('\n'), '/v1/embeddings')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Line 50001') as string,
  });
  clearInterval(count);
  expect(turns).toBeGreaterThan(100);
  expect((await scene.account(person.client)).quota).toBe(PERSON_QUOTA);
});

test.each([
  ['no endpoint', { endpoint: undefined }, 'endpoint'],
  ['an endpoint that is none', { endpoint: '/v1/files' }, 'endpoint'],
  ['a name of every object', { endpoint: 'constructor' }, 'endpoint'],
  ['another window', { completion_window: '1h' }, 'completion_window'],
  ['a member that nobody knows', { priority: 1 }, 'priority'],
  ['metadata that is no map of texts', { metadata: { a: 1 } }, 'metadata'],
  ['a path for a file', { input_file_id: '../../v1/models' }, 'id'],
])('a batch with %s is refused before any provider gets it', async (_name, fields, param) => {
  const callsBefore = scene.provider.calls.length;
  const { status, text: responseText } = await scene.call(person.secret, '/v1/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      input_file_id: 'file-000000000000000000000000',
      endpoint: CHAT_ENDPOINT,
      completion_window: '24h',
      ...fields,
    }),
  });
  expect(status).toBe(param === 'id' ? 404 : 400);
  expect(JSON.parse(responseText)).toMatchObject({ error: { param } });
  expect(scene.provider.calls).toHaveLength(callsBefore);
});

test('a file of another purpose is refused as input, and the number of running batches is limited by the option', async () => {
  const { openai } = person;
  const { toFile } = await import('openai');
  const file = await openai.files.create({
    file: await toFile(Buffer.from(text(chatLine())), 'a'),
    purpose: 'user_data',
  });
  const request = {
    input_file_id: file.id,
    endpoint: CHAT_ENDPOINT,
    completion_window: '24h',
  } as const;
  await expect(openai.batches.create(request)).rejects.toMatchObject({ status: 400 });
  await scene.gateway.setOption('BatchesPerUserMax', '1');
  const busy = await scene.person();
  await submitBatch(busy, [chatLine()]);
  await expect(submitBatch(busy, [chatLine()])).rejects.toMatchObject({
    status: 429,
    code: 'too_many_batches',
  });
  await scene.gateway.setOption('BatchesPerUserMax', '20');
});

test('one input per user is checked at a time, so that nobody starves others', async () => {
  const eager = await scene.person();
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => submitBatch(eager, [chatLine()])),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused)
    expect(each).toMatchObject({ reason: { status: 429, code: 'too_many_batches' } });
});

test('reading an input ends if the provider that gets the copy can not be reached', async () => {
  const left = Promise.withResolvers<void>();
  // Stores a file of 100 lines that never ends.
  const store = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') return void response.end('{"id":"file-endless"}');
    for (let index = 0; index < 100; index += 1)
      response.write(`${text(chatLine({ id: `l${index}`, model: 'gpt-4.1-mini' }))}\n`);
    response.once('close', left.resolve);
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;
  const channel = { type: 1, base_url: `http://127.0.0.1:${port}`, models: 'other', priority: 9 };
  await scene.gateway.channel(channel);
  // Discards what it gets: nothing listens on that port.
  const closed = { base_url: 'http://127.0.0.1:1', models: 'gpt-4.1-mini' };
  await scene.gateway.channel({ ...channel, ...closed, priority: 0 });
  await expect(submitBatch(person, [chatLine()])).rejects.toMatchObject({ status: 502 });
  await left.promise;
  store.close();
});
