import { startOpenAiSimulator, type Simulator } from '@tollgate/simulators';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FILE_KEYS,
  type FileScene,
  type Person,
  startFileScene,
} from '../../../test-support/file-scene.ts';

let scene: FileScene;
let models: Simulator;
let owner: Person;
const takeRequests = () => models.requests.splice(0);

beforeAll(async () => {
  models = await startOpenAiSimulator({});
  // The provider of the files also serves chats: this channel must not get those calls.
  scene = await startFileScene({ channel: { models: 'gpt-4.1', priority: 20 } });
  for (const [name, priority] of [
    ['with-files', 0],
    ['without-files', 9],
  ] as const)
    await scene.gateway.channel({
      type: 1,
      name,
      key: `key-${name}`,
      base_url: models.url,
      models: 'gpt-4o-mini',
      priority,
      weight: 1,
    });
  owner = await scene.person();
});
afterAll(async () => {
  await scene.close();
  await models.close();
});

/** Uploads a file, and asserts that the named channel has it. */
async function upload(
  { openai }: Person,
  channel: string,
): Promise<{ id: string; upstreamId: string }> {
  const file = await openai.files.create({
    file: await toFile(Buffer.from('%PDF'), 'a.pdf'),
    purpose: 'user_data',
  });
  const { db } = scene.gateway.app.domain.store;
  const place = scene.gateway.app.domain.catalog
    .tiersWithFiles(['default'])
    .flatMap(({ channels }) => channels)
    .find(({ name }) => name === channel);
  if (!place) throw new Error(`no channel ${channel}`);
  const row = await db
    .updateTable('files')
    .set({ channel_id: place.id, channel_key: place.keyFingerprint })
    .where('file_id', '=', file.id)
    .returning('upstream_id')
    .executeTakeFirstOrThrow();
  return { id: file.id, upstreamId: row.upstream_id };
}

const chat = (id: string, extra: unknown[] = []) => ({
  model: 'gpt-4o-mini',
  max_tokens: 50,
  messages: [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: `what is in "file_id":"${id}"?` },
        { type: 'file' as const, file: { file_id: id } },
        ...(extra as never[]),
      ],
    },
  ],
});
const keyOf = ({ headers }: { headers: Record<string, unknown> }) => headers['authorization'];

test("a call that names its caller's file goes to the channel that has it, under the provider’s id, in either dialect", async () => {
  const { id, upstreamId } = await upload(owner, 'with-files');
  takeRequests();
  await owner.openai.chat.completions.create(chat(id));
  const [request] = takeRequests();
  expect(keyOf(request as never)).toBe('Bearer key-with-files');
  const sent = String(request?.body);
  expect(sent).toContain(`"file":{"file_id":"${upstreamId}"}`);
  // Text written by the user is not changed.
  expect(sent).toContain(`what is in \\"file_id\\":\\"${id}\\"?`);
  await owner.openai.responses.create({
    model: 'gpt-4o-mini',
    max_output_tokens: 50,
    input: [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }],
  });
  const [response] = takeRequests();
  expect(keyOf(response as never)).toBe('Bearer key-with-files');
  expect(String(response?.body)).toContain(upstreamId);
});

test('a call without files is routed as usual', async () => {
  takeRequests();
  await owner.openai.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'hi' }],
  });
  expect(takeRequests().map((each) => keyOf(each as never))).toEqual(['Bearer key-without-files']);
});

test('a file of another user is reported as missing, and no provider gets the call', async () => {
  const { id } = await upload(owner, 'with-files');
  const stranger = await scene.person();
  takeRequests();
  await expect(stranger.openai.chat.completions.create(chat(id))).rejects.toMatchObject({
    status: 404,
    code: 'file_not_found',
    param: 'file_id',
  });
  expect(takeRequests()).toEqual([]);
});

test('a call can’t name files at two providers, nor one whose channel does not serve the model', async () => {
  const { id } = await upload(owner, 'with-files');
  const other = await upload(owner, 'without-files');
  takeRequests();
  const second = { type: 'file', file: { file_id: other.id } };
  await expect(owner.openai.chat.completions.create(chat(id, [second]))).rejects.toMatchObject({
    status: 404,
  });
  const elsewhere = await upload(owner, 'files');
  await expect(owner.openai.chat.completions.create(chat(elsewhere.id))).rejects.toMatchObject({
    status: 503,
  });
  expect(takeRequests()).toEqual([]);
});

test('an unknown id is left to the provider', async () => {
  takeRequests();
  const unknown = 'file-BK7bzQj3FfZFXr7DbL6xJwfo';
  await owner.openai.chat.completions.create(chat(unknown));
  const [request] = takeRequests();
  expect(String(request?.body)).toContain(`{"file_id":"${unknown}"}`);
  expect(FILE_KEYS).not.toContain(keyOf(request as never));
});

describe('a file of another user is missing under its provider’s id, too', () => {
  const model = 'gpt-4o-mini';
  const text = (content: string) => ({ model, messages: [{ role: 'system', content }] });
  const part = (kind: string, file_id: string) => ({
    role: 'user',
    content: [{ type: kind, file_id }],
  });
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };
  test.each<[string, string, (id: string) => object | string]>([
    ['in a chat', '/v1/chat/completions', (id) => chat(id)],
    ['in a response', '/v1/responses', (id) => ({ model, input: [part('input_file', id)] })],
    [
      'in a message',
      '/v1/messages',
      (id) => ({ model, max_tokens: 9, messages: [part('container_upload', id)] }),
    ],
    ['in a text', '/v1/chat/completions', (id) => text(`fileid://a,fileid://${id}`)],
    [
      'in a text with escapes',
      '/v1/chat/completions',
      (id) => JSON.stringify(text(`fileid://${id}`)).replace('fileid:/', '\\u0066ileid\\u003a\\/'),
    ],
    ['to edit', '/v1/images/edits', (id) => ({ model, prompt: 'x', images: [{ file_id: id }] })],
    [
      'to edit, in a form',
      '/v1/images/edits',
      (id) => form({ model, prompt: 'x', 'images[][file_id]': id }),
    ],
    [
      'after a hundred others',
      '/v1/chat/completions',
      (id) => ({
        model,
        messages: [
          {
            role: 'user',
            content: Array.from({ length: 101 }, (_, at) => ({
              type: 'file',
              file: { file_id: at < 100 ? `x${at}` : id },
            })),
          },
        ],
      }),
    ],
  ])('%s', async (_where, path, bodyFor) => {
    const { upstreamId } = await upload(owner, 'with-files');
    const stranger = await scene.person();
    takeRequests();
    const body = bodyFor(upstreamId);
    const refused = await fetch(scene.gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stranger.secret}`,
        'accept-language': 'en',
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    });
    const answer = (await refused.json()) as { error: { message: string } };
    expect(answer.error.message).toMatch(/No such File object|at most 100 files/);
    expect(takeRequests()).toEqual([]);
  });
});
