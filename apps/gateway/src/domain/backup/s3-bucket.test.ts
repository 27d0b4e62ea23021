import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { S3_KEYS } from '../../../test-support/s3-stand-in.ts';
import { readConfig } from '../../platform/config.ts';
import { parseS3Address, S3Bucket } from './s3-bucket.ts';

let folder: string;
let server: Server;
let respond: RequestListener;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-bucket-'));
  writeFileSync(join(folder, 'file'), 'x'.repeat(100));
  server = createServer((request, response) => {
    request.resume().on('end', () => respond(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

function bucket(): S3Bucket {
  const { port } = server.address() as AddressInfo;
  const env = {
    ...S3_KEYS,
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    BACKUP_S3_STYLE: 'path',
  };
  return new S3Bucket(readConfig(env), 'shop', 40);
}

test('in another region is reported as such, and the redirect is not followed', async () => {
  respond = (_request, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' });
    response.end('<Error><Code>TemporaryRedirect</Code><Message>eu-west-1</Message></Error>');
  };
  const reason = '307 TemporaryRedirect: eu-west-1';
  await expect(bucket().list('')).rejects.toMatchObject({ text: 's3.refused', params: { reason } });
});

test('that disconnects in the middle of a response is reported as unreachable', async () => {
  respond = (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('some', () => response.destroy());
  };
  const shop = bucket();
  const unreachable = { text: 's3.unreachable' };
  await expect(shop.list('')).rejects.toMatchObject(unreachable);
  await expect(shop.download('k', join(folder, 'copy'))).rejects.toMatchObject(unreachable);
});

test.each([
  ['an error', 500],
  ['a list', 200],
])('that sends %s without end is disconnected from', async (_what, status) => {
  let sent = 0;
  let isGone = false;
  respond = (_request, response) => {
    response.writeHead(status).on('close', () => (isGone = true));
    const chunk = `<Code>Endless</Code>${'x'.repeat(1024 * 1024)}`;
    const send = () => {
      while (!isGone && response.write(chunk)) sent += chunk.length;
      sent += chunk.length;
      if (!isGone && sent < 400 * chunk.length) response.once('drain', send);
      else response.end();
    };
    send();
  };
  await bucket()
    .list('')
    .catch(() => {});
  await expect.poll(() => isGone).toBe(true);
  expect(sent).toBeLessThan(200 * 1024 * 1024);
});

test('that keeps returning the same page token ends the listing', async () => {
  respond = (_request, response) => {
    response.end('<Key>a</Key><NextContinuationToken>same</NextContinuationToken>');
  };
  await expect(bucket().list('')).rejects.toMatchObject({ text: 's3.refused' });
});

test('with an impossible name is not taken for a local folder', () => {
  for (const address of [
    's3://',
    's3://a/b',
    's3://My_Shop/',
    'S3://shop/',
    's3:/shop/',
    's3:shop',
  ])
    expect(() => parseS3Address(address)).toThrow('is not the address of a bucket');
  expect(parseS3Address('/s3://shop')).toBeUndefined();
  expect(parseS3Address('s3://shop/a/b')).toEqual({ bucket: 'shop', key: 'a/b' });
});

test('that returns no id for a multipart upload is reported as refusing it', async () => {
  respond = (_request, response) => response.end('<p>welcome</p>');
  const upload = bucket().upload(join(folder, 'file'), 'k');
  await expect(upload).rejects.toMatchObject({ text: 's3.refused' });
});
