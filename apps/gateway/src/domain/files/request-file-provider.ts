import { buildTransportFault, classifyFault, type UpstreamFault } from '@tollgate/dialects';
import type { Readable } from 'node:stream';
import { ChunkList } from '../../platform/chunk-list.ts';
import { isObject } from '../../platform/lenient-json.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { accountHeaders } from '../channels/upstream-request.ts';
import { hideKey } from '../channels/hide-key.ts';
import type { FileTools } from './file-tools.ts';
import { FileProviderError } from './file-provider-error.ts';

export interface FileProviderRequest {
  channel: RuntimeChannel;
  /** The path after the API's prefix: `/files/{id}`. */
  end: string;
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
}

const RESPONSE_TIMEOUT_MS = 60_000;
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;
const EXCERPT_BYTES_MAX = 64 * 1024;

/** Sends a request about files or batches to a channel's provider. Throws FileProviderError. */
export async function requestFileProvider(
  { stream }: Pick<FileTools, 'stream'>,
  { channel, end, method = 'GET', body }: FileProviderRequest,
): Promise<Record<string, unknown>> {
  const fail = (error: unknown): never => refuse(channel, transportFaultOf(error as Error));
  const response = await stream({
    url: addressOf(channel, end),
    method,
    headers: headersOf(channel, body === undefined ? undefined : 'application/json'),
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  }).catch(fail);
  const text = await readText(response.body, RESPONSE_BYTES_MAX).catch(fail);
  const { status } = response;
  if (status >= 300) refuse(channel, faultOf(response.headers, { status, text }));
  return readResponse(channel, text);
}

/** Streams a body to the provider. Throws FileProviderError, and whatever the body throws. */
export async function sendToProvider(
  { stream }: Pick<FileTools, 'stream'>,
  { channel, end }: FileProviderRequest,
  upload: { contentType: string; body: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  let broken: Error | undefined;
  const body = watch(upload.body, (error) => (broken = error));
  const fail = (error: unknown): never => {
    if (broken) throw broken;
    return refuse(channel, transportFaultOf(error as Error));
  };
  const response = await stream({
    url: addressOf(channel, end),
    method: 'POST',
    headers: headersOf(channel, upload.contentType),
    body,
    signal: upload.signal,
  }).catch(fail);
  const text = await readText(response.body, RESPONSE_BYTES_MAX).catch(fail);
  if (broken) throw broken;
  const { status } = response;
  if (status >= 300) refuse(channel, faultOf(response.headers, { status, text }));
  return readResponse(channel, text);
}

/** Streams the content of a file. Throws FileProviderError when there is none. */
export async function openContent(
  { stream }: Pick<FileTools, 'stream'>,
  channel: RuntimeChannel,
  upstreamId: string,
  signal: AbortSignal,
): Promise<Readable> {
  const response = await stream({
    url: addressOf(channel, `/files/${encodeURIComponent(upstreamId)}/content`),
    method: 'GET',
    headers: headersOf(channel, undefined),
    signal,
  }).catch((error: unknown) => refuse(channel, transportFaultOf(error as Error)));
  const { status, body } = response;
  if (status < 300) return body;
  const text = await readText(body, EXCERPT_BYTES_MAX).catch(() => '');
  return refuse(channel, faultOf(response.headers, { status, text }));
}

/** Returns whether the provider doesn't know the requested object. */
export function isNotFound(error: unknown): boolean {
  return error instanceof FileProviderError && error.fault.http === 404;
}

function addressOf({ provider, baseUrl, other }: RuntimeChannel, end: string): string {
  if (!provider?.files) throw new Error('the type of this channel has no files');
  return provider.files.url(end)(baseUrl, { model: '', other });
}

function headersOf(
  channel: RuntimeChannel,
  contentType: string | undefined,
): Record<string, string> {
  return accountHeaders(channel, channel.provider?.auth(channel.key, channel), contentType);
}

async function* watch(
  body: AsyncIterable<Uint8Array>,
  onBroken: (error: Error) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    onBroken(error as Error);
    throw error;
  }
}

async function readText(body: Readable, maxBytes: number): Promise<string> {
  const chunks = new ChunkList();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (chunks.bytes + chunk.length > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return chunks.take().toString('utf8');
}

function readResponse(channel: RuntimeChannel, text: string): Record<string, unknown> {
  try {
    const response: unknown = JSON.parse(text);
    if (isObject(response)) return response;
  } catch {
    // Reported below.
  }
  return refuse(channel, { ...faultOf({}, { status: 502, text: '' }), kind: 'bad-response' });
}

function faultOf(
  headers: Record<string, string | string[] | undefined>,
  { status, text }: { status: number; text: string },
): UpstreamFault {
  const headerPairs = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]);
  return classifyFault({
    status,
    headers: Object.fromEntries(headerPairs) as Record<string, string>,
    bodyExcerpt: text.slice(0, EXCERPT_BYTES_MAX),
  });
}

function transportFaultOf(error: Error): UpstreamFault {
  return buildTransportFault(error.name === 'TimeoutError' ? 'timeout' : 'network', error.message);
}

function refuse(channel: RuntimeChannel, fault: UpstreamFault): never {
  throw new FileProviderError(hideKey(fault, channel), channel);
}
