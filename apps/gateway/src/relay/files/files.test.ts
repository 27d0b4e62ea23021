import { randomBytes } from 'node:crypto';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { FILE_KEYS, type FileScene, startFileScene } from '../../../test-support/file-scene.ts';
import { expireFiles } from '../../domain/files/expire-files.ts';

const DAY_MS = 86_400_000;
const jsonl = (text: string, name = 'in.jsonl') => toFile(Buffer.from(text), name);

describe.each(databaseKinds)('files on %s', (kind) => {
  let scene: FileScene;
  beforeAll(async () => {
    scene = await startFileScene({ kind });
  });
  afterAll(() => scene.close());

  test('a file uploaded with the official client is listed, read and deleted under one of our ids', async () => {
    const { openai } = await scene.person();
    const content = `${'é'.repeat(70_000)}\r\n--x`;
    const created = await openai.files.create({ file: await jsonl(content), purpose: 'batch' });
    expect(created).toMatchObject({
      object: 'file',
      filename: 'in.jsonl',
      purpose: 'batch',
      status: 'processed',
      bytes: Buffer.byteLength(content),
    });
    const [stored] = scene.provider.files();
    expect(stored).toMatchObject({ filename: 'in.jsonl', purpose: 'batch' });
    expect(stored?.content.toString()).toBe(content);
    expect(stored?.id).not.toBe(created.id);
    expect(await openai.files.retrieve(created.id)).toEqual(created);
    const listed = await openai.files.list();
    expect(listed.data).toEqual([created]);
    const read = await openai.files.content(created.id);
    expect(await read.text()).toBe(content);
    expect(read.headers.get('content-security-policy')).toContain('sandbox');
    expect(await openai.files.delete(created.id)).toMatchObject({ id: created.id, deleted: true });
    expect(scene.provider.files()).toEqual([]);
    await expect(openai.files.retrieve(created.id)).rejects.toMatchObject({ status: 404 });
  });

  test("no other user sees, reads, lists or deletes a file, by our id or by the provider's", async () => {
    const owner = await scene.person();
    const stranger = await scene.person();
    const created = await owner.openai.files.create({
      file: await jsonl('{}'),
      purpose: 'user_data',
    });
    const upstreamId = scene.provider.files().at(-1)?.id ?? '';
    const callsBefore = scene.provider.calls.length;
    const ids = [
      created.id,
      upstreamId,
      `${created.id}%00`,
      '..%2F..%2Fbatches',
      `${created.id}/../x`,
    ];
    for (const id of ids)
      for (const [method, end] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/content'],
      ] as const) {
        const { status } = await scene.call(stranger.secret, `/v1/files/${id}${end}`, { method });
        expect(status, `${method} ${id}${end}`).toBe(404);
      }
    expect((await stranger.openai.files.list()).data).toEqual([]);
    await expect(stranger.openai.files.list({ after: created.id })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining(`No such File object: ${created.id}`) as string,
    });
    expect(await owner.openai.files.retrieve(upstreamId).catch((error) => error.status)).toBe(404);
    expect(scene.provider.calls.slice(callsBefore)).toEqual([]);
  });

  test('a list is paginated, in either order and by purpose', async () => {
    const { openai } = await scene.person();
    const ids: string[] = [];
    for (const purpose of ['batch', 'user_data', 'batch'] as const)
      ids.push((await openai.files.create({ file: await jsonl('{}'), purpose })).id);
    const newest = await openai.files.list({ limit: 2 });
    expect(newest.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(newest.has_more).toBe(true);
    const all: string[] = [];
    for await (const file of await openai.files.list({ limit: 1, order: 'asc' })) all.push(file.id);
    expect(all).toEqual(ids);
    const batches = await openai.files.list({ purpose: 'batch' });
    expect(batches.data.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    expect((await scene.call(openai.apiKey ?? '', '/v1/files?limit=0')).status).toBe(400);
    expect((await scene.call(openai.apiKey ?? '', '/v1/files?order=up')).status).toBe(400);
  });

  test("a provider's error about a file names our id, and is in the key's log", async () => {
    const { openai, client } = await scene.person();
    const created = await openai.files.create({ file: await jsonl('{}'), purpose: 'batch' });
    const upstreamId = scene.provider.files().at(-1)?.id ?? '';
    scene.provider.forget(upstreamId);
    const refused = await openai.files.content(created.id).catch((error: Error) => error.message);
    expect(refused).toContain(`No such File object: ${created.id}`);
    await scene.gateway.app.domain.wallet.flush();
    const { body } = await client.call('GET', '/api/log/self/?page_size=10');
    expect(JSON.stringify(body.data)).toContain(created.id);
    expect(JSON.stringify(body.data)).not.toContain(upstreamId);
  });

  test('a channel whose server has no file storage is skipped if its setting says so', async () => {
    const { openai } = await scene.person();
    const chat = await scene.gateway.channel({
      type: 1,
      name: 'chats only',
      key: 'k',
      base_url: scene.provider.url,
      models: 'gpt-4o',
      priority: 50,
    });
    const upload = async () => openai.files.create({ file: await jsonl('{}'), purpose: 'batch' });
    await expect(upload()).rejects.toMatchObject({ status: 502 });
    const setting = JSON.stringify({ files: 'off' });
    await scene.gateway.root.call('PUT', '/api/channel/', { id: chat.id, setting });
    expect((await upload()).purpose).toBe('batch');
    await scene.gateway.root.call('DELETE', `/api/channel/${chat.id}/`);
  });

  test('limits of count and size apply to concurrent uploads', async () => {
    const { openai } = await scene.person();
    await scene.gateway.setOption('FilesPerUserMax', '3');
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, async () =>
        openai.files.create({ file: await jsonl('{"a":1}'), purpose: 'batch' }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await scene.gateway.setOption('FilesPerUserMax', '200');
    await scene.gateway.setOption('FileMegabytesPerUserMax', '1');
    const big = randomBytes(600_000).toString('hex');
    await expect(
      openai.files.create({ file: await jsonl(big), purpose: 'batch' }),
    ).rejects.toMatchObject({ status: 403, code: 'file_storage_full' });
    await scene.gateway.setOption('FileMegabytesPerUserMax', '1000');
  });

  test('a caller whose channel is disabled or deleted gets an error that says so, and can still delete the file', async () => {
    const { openai, secret } = await scene.person();
    const other = await scene.gateway.channel({
      type: 1,
      name: 'second',
      key: FILE_KEYS[1],
      base_url: scene.provider.url,
      models: 'gpt-4o',
      priority: 9,
    });
    const created = await openai.files.create({ file: await jsonl('{}'), purpose: 'batch' });
    expect(scene.provider.files().at(-1)?.key).toBe(FILE_KEYS[1]);
    await scene.gateway.root.call('PUT', '/api/channel/', { id: other.id, status: 2 });
    const content = await scene.call(secret, `/v1/files/${created.id}/content`);
    expect(content.status).toBe(503);
    expect(JSON.parse(content.text)).toMatchObject({
      error: { code: 'file_channel_gone', type: 'server_error' },
    });
    await scene.gateway.root.call('DELETE', `/api/channel/${other.id}/`);
    expect((await scene.call(secret, `/v1/files/${created.id}/content`)).status).toBe(503);
    expect(await openai.files.delete(created.id)).toMatchObject({ deleted: true });
  });

  test("files expire, and a deleted user's files are deleted", async () => {
    const { openai, client } = await scene.person();
    await openai.files.create({ file: await jsonl('{}'), purpose: 'batch' });
    const before = scene.provider.files().length;
    const { domain } = scene.gateway.app;
    await expireFiles(domain, new AbortController().signal);
    expect(scene.provider.files()).toHaveLength(before);
    await scene.gateway.root.call('POST', '/api/user/manage', { id: client.id, action: 'delete' });
    await expireFiles(domain, new AbortController().signal);
    expect(scene.provider.files()).toHaveLength(before - 1);
    const other = await scene.person();
    const created = await other.openai.files.create({ file: await jsonl('{}'), purpose: 'batch' });
    scene.clock.advance(31 * DAY_MS);
    await expireFiles(domain, new AbortController().signal);
    await expect(other.openai.files.retrieve(created.id)).rejects.toMatchObject({ status: 404 });
    // The channel of the other account was deleted above.
    expect(scene.provider.files().filter(({ key }) => key === FILE_KEYS[0])).toEqual([]);
  });
});
