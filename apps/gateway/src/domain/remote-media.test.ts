import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { createOutbound } from '../platform/outbound.ts';
import { createMediaFetcher } from './media-fetcher.ts';
import { RemoteMedia } from './remote-media.ts';

const PNG = { 'content-type': 'image/png; charset=binary' };
const PATHS: Record<string, (response: ServerResponse) => unknown> = {
  '/cat.png': (response) => response.writeHead(200, PNG).end('cat'),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/big': (response) => response.writeHead(200, PNG).end(Buffer.alloc(10 * 1024 * 1024 + 1)),
  '/large': (response) => response.writeHead(200, PNG).end(Buffer.alloc(5 * 1024 * 1024)),
  '/text': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  '/gone': (response) => response.writeHead(404, PNG).end('no'),
};

let server: Server;
let url = '';
/**
 * Requests received by the worker, which is served at the root. The first one is redirected to the second.
 */
const requests: unknown[] = [];
const work = async (request: IncomingMessage, response: ServerResponse) => {
  requests.push(await json(request));
  if (requests.length === 1) response.writeHead(302, { location: '/moved.png' }).end();
  else response.writeHead(200, PNG).end('by worker');
};
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url: path = '' } = request;
    if (request.method === 'POST') void work(request, response);
    else PATHS[path.split('?')[0] ?? '']?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const open = (allowPrivate = true) => new RemoteMedia(createOutbound(allowPrivate));
const unreachable = { code: 'relay_media_unreachable' };

describe('media that a client names by URL', () => {
  test('media is fetched once per call, however often it is requested', async () => {
    const media = open();
    const call = {};
    const first = media.fetch(call, [`${url}/cat.png`]);
    expect(media.fetch(call, [`${url}/cat.png`])).toBe(first);
    expect([...(await first).values()]).toEqual([
      { mediaType: 'image/png', data: Buffer.from('cat').toString('base64') },
    ]);
  });

  test('media is not fetched from a private address or a cloud metadata service', async () => {
    await expect(open(false).fetch({}, [`${url}/cat.png`])).rejects.toMatchObject(unreachable);
    const metadata = 'http://169.254.169.254/latest/meta-data/';
    await expect(open().fetch({}, [metadata])).rejects.toMatchObject(unreachable);
  });

  test.each(['/loop', '/big', '/text', '/gone'])('unusable media is refused: %s', async (path) => {
    await expect(open().fetch({}, [url + path])).rejects.toMatchObject(unreachable);
  });

  test.each(['ftp://example.org/cat.png', 'http://u:p@example.org/cat.png', 'no address'])(
    'media without a plain URL is refused without a request: %s',
    async (address) => {
      await expect(open().fetch({}, [address])).rejects.toMatchObject(unreachable);
    },
  );

  test("media is fetched through the operator's worker when there is one, with its key", async () => {
    const options = { text: (key: string) => ({ WorkerUrl: url, WorkerValidKey: 'k-1' })[key] };
    const config = { ALLOW_PRIVATE_MEDIA: true, ALLOW_PRIVATE_UPSTREAMS: true };
    const media = new RemoteMedia(createMediaFetcher({ config, options } as never));
    const there = 'https://pictures.invalid/cat.png';
    expect([...(await media.fetch({}, [there])).values()]).toEqual([
      { mediaType: 'image/png', data: Buffer.from('by worker').toString('base64') },
    ]);
    expect(requests).toEqual([
      { url: there, key: 'k-1', method: 'GET', headers: {} },
      { url: 'https://pictures.invalid/moved.png', key: 'k-1', method: 'GET', headers: {} },
    ]);
  });

  test.each(['http://127.0.0.1/cat.png', 'http://localhost/cat.png', 'http://169.254.169.254/'])(
    'the worker is not asked for an address that the gateway itself may not fetch: %s',
    async (address) => {
      const options = { text: () => url };
      const config = { ALLOW_PRIVATE_MEDIA: false, ALLOW_PRIVATE_UPSTREAMS: true };
      const media = new RemoteMedia(createMediaFetcher({ config, options } as never));
      const before = requests.length;
      await expect(media.fetch({}, [address])).rejects.toMatchObject(unreachable);
      expect(requests.length).toBe(before);
    },
  );

  test('media beyond the limits of a call is refused', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `${url}/cat.png?${index}`);
    await expect(open().fetch({}, many)).rejects.toMatchObject(unreachable);
    expect((await open().fetch({}, many.slice(1))).size).toBe(20);
    const large = Array.from({ length: 4 }, (_, index) => `${url}/large?${index}`);
    await expect(open().fetch({}, large)).rejects.toMatchObject(unreachable);
    expect((await open().fetch({}, large.slice(3))).size).toBe(1);
  });

  test('memory is reserved as media arrives, and the fetch ends when none is left', async () => {
    const large = Array.from({ length: 3 }, (_, index) => `${url}/large?${index}`);
    const full = new AppError('relay_overloaded');
    const maxBytes = 2 * 1024 * 1024;
    let held = 0;
    const hold = (bytes: number) => {
      if (held + bytes > maxBytes) throw full;
      held += bytes;
    };
    await expect(open().fetch({}, large, hold)).rejects.toBe(full);
    const before = held;
    expect(before).toBeGreaterThan(maxBytes / 2);
    // Chunks that arrive after the failure are not counted: nobody would release them.
    await open().fetch({}, [`${url}/large`]);
    expect(held).toBe(before);
  });
});
