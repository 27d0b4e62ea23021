import type { Readable } from 'node:stream';
import { languageOf } from '../../domain/error-texts.ts';
import { openContent } from '../../domain/files/request-file-provider.ts';
import { openChannelOf } from '../../domain/files/file-channel.ts';
import { findOwnFile } from '../../domain/files/find-file.ts';
import { presentFile } from '../../domain/files/present-file.ts';
import { ProviderRefusal, throwUnderOurId } from '../../domain/files/provider-refusal.ts';
import { removeFile } from '../../domain/files/remove-file.ts';
import { listFiles, type StoredFile } from '../../domain/files/stored-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { describeFault } from '../errors/describe-fault.ts';
import type { Arrival } from '../relay-call.ts';
import { discardRest } from '../request/read-body.ts';
import { writeFault } from '../errors/caller-error.ts';
import type { Caller, InferenceServices } from '../serve-inference.ts';
import { StreamBody } from '../response/stream-body.ts';
import { commonHeaders } from '../response/write-response.ts';
import type { FileRoute } from './file-routes.ts';
import { readFilePage } from './list-page.ts';
import { uploadFile } from './upload-file.ts';
import { writeObject } from './write-json-object.ts';

/** Serves a call about files of its caller. Throws AppError. */
export async function serveFile(
  services: InferenceServices,
  arrival: Arrival,
  route: FileRoute,
  caller: Caller,
): Promise<void> {
  // Other vendors have files of their own at the same place, in other forms.
  if (arrival.dialect !== 'openai-chat')
    throw new AppError('relay_not_implemented', { path: arrival.path });
  await tellRefusal(services, arrival, () => serve(services, arrival, route, caller));
}

/** Tells a caller, and the log of the key, what the provider refused. */
export async function tellRefusal(
  { refusals }: Pick<InferenceServices, 'refusals'>,
  arrival: Arrival,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const language = languageOf(arrival.request.headers['accept-language']);
    const clientRequest = { model: arrival.model };
    if (!discardRest(arrival.request)) arrival.response.shouldKeepAlive = false;
    const fault = describeFault(error.fault, error.channel, { language, clientRequest });
    const { caller, model } = arrival;
    refusals.note({ ...arrival, caller, model, stream: false }, fault);
    writeFault(arrival.response, fault, arrival);
  }
}

async function serve(
  services: InferenceServices,
  arrival: Arrival,
  route: FileRoute,
  caller: Caller,
): Promise<void> {
  const { domain } = services;
  const { userId } = caller.holder;
  if (route.part === 'all') {
    if (arrival.request.method === 'POST')
      return writeObject(arrival, presentFile(await uploadFile(services, arrival, caller)));
    return answerList(services, arrival, userId);
  }
  const file = await findOwnFile(domain, userId, route.id);
  const rename = throwUnderOurId(file.upstream_id, file.file_id);
  if (route.part === 'content') return sendContent(services, arrival, file).catch(rename);
  if (arrival.request.method === 'GET') return writeObject(arrival, presentFile(file));
  await removeFile(domain, file).catch(rename);
  writeObject(arrival, { id: file.file_id, object: 'file', deleted: true });
}

async function answerList(
  { domain }: InferenceServices,
  arrival: Arrival,
  userId: number,
): Promise<void> {
  const { after, limit, order, purpose } = readFilePage(arrival.query);
  const from = after === '' ? undefined : (await findOwnFile(domain, userId, after)).id;
  const page = { after: from, limit: limit + 1, order, purpose };
  const found = await listFiles(domain, userId, page);
  const files = found.slice(0, limit).map(presentFile);
  writeObject(arrival, {
    object: 'list',
    data: files,
    first_id: files[0]?.id ?? null,
    last_id: files.at(-1)?.id ?? null,
    has_more: found.length > limit,
  });
}

/** Passes a content on piece by piece, no faster than it is read. */
async function sendContent(
  { domain }: InferenceServices,
  arrival: Arrival,
  file: StoredFile,
): Promise<void> {
  const channel = openChannelOf(domain.catalog, file);
  const left = new AbortController();
  const leave = () => left.abort();
  arrival.response.on('close', leave);
  try {
    const content = await openContent(domain.fileTools, channel, file.upstream_id, left.signal);
    const headers = commonHeaders(arrival.requestId);
    headers.push('content-type', 'application/octet-stream', 'content-disposition', 'attachment');
    await pass(content, arrival, headers);
  } catch (error) {
    // Nobody is left to be told.
    if (!left.signal.aborted) throw error;
  } finally {
    arrival.response.off('close', leave);
  }
}

async function pass(content: Readable, { response }: Arrival, headers: string[]): Promise<void> {
  let wake: (() => void) | undefined;
  let isFull = false;
  const body = new StreamBody(response, () => (isFull = true));
  const drained = () => {
    isFull = false;
    wake?.();
  };
  response.on('drain', drained);
  response.on('close', drained);
  try {
    body.begin(200, headers);
    for await (const piece of content as AsyncIterable<Buffer>) {
      body.write(piece);
      if (isFull && !response.destroyed)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (response.destroyed) return;
    }
    body.end(new Uint8Array());
  } finally {
    content.destroy();
    response.off('drain', drained);
    response.off('close', drained);
  }
}
