import type { Readable } from 'node:stream';
import { languageOf } from '../../domain/error-texts.ts';
import { openContent } from '../../domain/files/request-file-provider.ts';
import { openChannelOf } from '../../domain/files/file-channel.ts';
import { findOwnFile } from '../../domain/files/find-file.ts';
import { presentFile } from '../../domain/files/present-file.ts';
import { FileProviderError, rethrowWithOurId } from '../../domain/files/file-provider-error.ts';
import { removeFile } from '../../domain/files/remove-file.ts';
import { listFiles, type StoredFile } from '../../domain/files/stored-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { describeFault } from '../errors/describe-fault.ts';
import type { RelayRequest } from '../relay-call.ts';
import { discardRemainingBody } from '../request/read-body.ts';
import { writeCallerError } from '../errors/caller-error.ts';
import type { InferenceContext } from '../inference-context.ts';
import type { Caller } from '../caller.ts';
import { StreamBody } from '../response/stream-body.ts';
import { privateHeaders } from '../response/write-response.ts';
import type { FileRoute } from './file-routes.ts';
import { readFilePage } from './list-page.ts';
import { uploadFile } from './upload-file.ts';
import { writeJsonObject } from './write-json-object.ts';

/** Serves a call about its caller's files. Throws AppError. */
export async function serveFile(
  services: InferenceContext,
  incoming: RelayRequest,
  route: FileRoute,
  caller: Caller,
): Promise<void> {
  // Other vendors have their own files at the same path, in other formats.
  if (incoming.dialect !== 'openai-chat')
    throw new AppError('relay_not_implemented', { path: incoming.path });
  await reportRefusal(services, incoming, () => serve(services, incoming, route, caller));
}

/** Reports a provider's rejection to the caller and in the key's log. */
export async function reportRefusal(
  { refusalLog }: Pick<InferenceContext, 'refusalLog'>,
  incoming: RelayRequest,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FileProviderError)) throw error;
    const language = languageOf(incoming.request.headers['accept-language']);
    const clientRequest = { model: incoming.model };
    if (!discardRemainingBody(incoming.request)) incoming.response.shouldKeepAlive = false;
    const fault = describeFault(error.fault, error.channel, { language, clientRequest });
    const { caller, model } = incoming;
    refusalLog.record({ ...incoming, caller, model, stream: false }, fault);
    writeCallerError(incoming.response, fault, incoming);
  }
}

async function serve(
  services: InferenceContext,
  incoming: RelayRequest,
  route: FileRoute,
  caller: Caller,
): Promise<void> {
  const { domain } = services;
  const { userId } = caller.holder;
  if (route.part === 'all') {
    if (incoming.request.method === 'POST')
      return writeJsonObject(incoming, presentFile(await uploadFile(services, incoming, caller)));
    return serveList(services, incoming, userId);
  }
  const file = await findOwnFile(domain, userId, route.id);
  const rename = rethrowWithOurId(file.upstream_id, file.file_id);
  if (route.part === 'content') return sendContent(services, incoming, file).catch(rename);
  if (incoming.request.method === 'GET') return writeJsonObject(incoming, presentFile(file));
  await removeFile(domain, file).catch(rename);
  writeJsonObject(incoming, { id: file.file_id, object: 'file', deleted: true });
}

async function serveList(
  { domain }: InferenceContext,
  incoming: RelayRequest,
  userId: number,
): Promise<void> {
  const { after, limit, order, purpose } = readFilePage(incoming.query);
  const from = after === '' ? undefined : (await findOwnFile(domain, userId, after)).id;
  const page = { after: from, limit: limit + 1, order, purpose };
  const found = await listFiles(domain, userId, page);
  const files = found.slice(0, limit).map(presentFile);
  writeJsonObject(incoming, {
    object: 'list',
    data: files,
    first_id: files[0]?.id ?? null,
    last_id: files.at(-1)?.id ?? null,
    has_more: found.length > limit,
  });
}

/** Streams a file's content with backpressure, to a client that reads it. */
async function sendContent(
  { domain, run }: InferenceContext,
  incoming: RelayRequest,
  file: StoredFile,
): Promise<void> {
  const channel = openChannelOf(domain.catalog, file);
  const disconnect = new AbortController();
  const onDisconnect = () => disconnect.abort();
  incoming.response.on('close', onDisconnect);
  try {
    const content = await openContent(
      domain.fileTools,
      channel,
      file.upstream_id,
      disconnect.signal,
    );
    const headers = privateHeaders(incoming.requestId);
    headers.push('content-type', 'application/octet-stream', 'content-disposition', 'attachment');
    await pass(content, incoming, { headers, stalledClientMs: run.stalledClientMs });
  } catch (error) {
    // Nobody is left to receive an error.
    if (!disconnect.signal.aborted) throw error;
  } finally {
    incoming.response.off('close', onDisconnect);
  }
}

async function pass(
  content: Readable,
  { response }: RelayRequest,
  { headers, stalledClientMs }: { headers: string[]; stalledClientMs: () => number },
): Promise<void> {
  let wake: (() => void) | undefined;
  let isFull = false;
  let stall: NodeJS.Timeout | undefined;
  const body = new StreamBody(response, () => {
    isFull = true;
    const limitMs = stalledClientMs();
    if (limitMs > 0) stall ??= setTimeout(() => response.destroy(), limitMs);
  });
  const drained = () => {
    clearTimeout(stall);
    stall = undefined;
    isFull = false;
    wake?.();
  };
  response.on('drain', drained);
  response.on('close', drained);
  try {
    body.begin(200, headers);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      body.write(chunk);
      if (isFull && !response.destroyed)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (response.destroyed) return;
    }
    body.end(new Uint8Array());
  } finally {
    clearTimeout(stall);
    content.destroy();
    response.off('drain', drained);
    response.off('close', drained);
  }
}
