import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';

export interface FileCall {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The caller's API key. */
  key: string;
  contentType: string;
  body: Buffer;
}

export interface FileResponse {
  status: number;
  body: unknown;
}

const CODINGS = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync };

export type ContentCoding = keyof typeof CODINGS;

/** A server on a real socket that responds with JSON, or with raw bytes. */
export interface FileServer {
  url: string;
  /** The requests, oldest first. */
  calls: FileCall[];
  /** Encodes every body this way from now on, whether or not the caller accepts it. */
  setContentEncoding(coding: ContentCoding | undefined): void;
  close(): Promise<void>;
}

export async function startFileServer(
  respond: (call: FileCall) => FileResponse,
): Promise<FileServer> {
  const calls: FileCall[] = [];
  let coding: ContentCoding | undefined;
  const server = createServer((request, response) => {
    readCall(request).then(
      (call) => {
        calls.push(call);
        const { status, body } = respond(call);
        const isBytes = Buffer.isBuffer(body);
        response.writeHead(status, {
          'content-type': isBytes ? 'application/octet-stream' : 'application/json',
          ...(coding ? { 'content-encoding': coding } : {}),
        });
        const plain = isBytes ? body : JSON.stringify(body);
        response.end(coding ? CODINGS[coding](plain) : plain);
      },
      // The caller aborted the request: none of it counts.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    setContentEncoding: (next) => void (coding = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<FileCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
  const {
    authorization = '',
    'api-key': azure,
    'content-type': contentType = '',
  } = request.headers;
  return {
    method: request.method ?? '',
    path,
    query,
    key: typeof azure === 'string' ? azure : authorization.replace(/^Bearer /, ''),
    contentType,
    body: Buffer.concat(chunks),
  };
}
