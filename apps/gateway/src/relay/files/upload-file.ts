import { readBoundary } from '@tollgate/dialects';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { sendToProvider } from '../../domain/files/request-file-provider.ts';
import {
  closeUpload,
  dropUpload,
  fileBytesMax,
  openUpload,
  type StoredFile,
} from '../../domain/files/stored-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { FastPathRequest } from '../../platform/http-server/fast-path-request.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { groupsOf } from '../request/admit.ts';
import { pickChannel } from '../routing/pick-channel.ts';
import { bufferMore } from '../request/read-body.ts';
import type { RelayRequest } from '../relay-call.ts';
import { reserveAmount } from '../billing/reserve-call.ts';
import type { InferenceContext } from '../inference-context.ts';
import type { Caller } from '../caller.ts';
import { UploadForm } from './upload-form.ts';

/** Upper bound of what the form adds to its file, in bytes. */
const FORM_BYTES_MAX = 64 * 1024;
/** Body memory that an upload holds while it is streamed, in bytes. */
const PASSING_BYTES = 256 * 1024;

/**
 * Streams an upload to a provider. Inserts its row before the provider gets it, so that it immediately counts
 * toward its owner's limits. Throws AppError and FileProviderError.
 */
export async function uploadFile(
  services: InferenceContext,
  incoming: RelayRequest,
  caller: Caller,
): Promise<StoredFile> {
  const { domain, run } = services;
  const { holder } = caller;
  const maxBytes = fileBytesMax(domain);
  const { boundary, bytesMax, body } = openBody(incoming, maxBytes);
  run.wallet.void(await reserveAmount(run, holder, 1));
  const channel = chooseFileChannel(services, caller);
  const admission = await domain.limiter.admit(holder, '', incoming.callId);
  try {
    bufferMore(incoming, services.bodies, PASSING_BYTES);
    const row = await openUpload(domain, holder, { channel, bytes: bytesMax });
    try {
      return await send(services, { incoming, row, channel, body, boundary, maxBytes });
    } catch (error) {
      await dropUpload(domain, row);
      throw error;
    }
  } finally {
    admission.release({ tokens: 0, quota: 0 });
  }
}

interface OpenedBody {
  boundary: string;
  /** Upper bound of the file's size. */
  bytesMax: number;
  body: AsyncIterable<Uint8Array>;
}

function openBody({ request }: RelayRequest, maxBytes: number): OpenedBody {
  const { 'content-type': type = '', 'content-encoding': coding } = request.headers;
  const boundary = readBoundary(type);
  if (boundary === undefined || request instanceof FastPathRequest)
    throw invalidRequest('Files are uploaded as multipart/form-data.', '');
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    throw new AppError('relay_unsupported_encoding');
  const declared = request.headers['content-length'];
  const length = declared === undefined ? maxBytes : Number(declared);
  if (!(length <= maxBytes + FORM_BYTES_MAX))
    throw new AppError('relay_body_too_large', { limit: maxBytes });
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  return { boundary, bytesMax: Math.min(length, maxBytes), body };
}

/**
 * Chooses a channel that stores files for the caller, with the key to use. Throws AppError if there is none.
 */
function chooseFileChannel(services: InferenceContext, caller: Caller): RuntimeChannel {
  const { catalog } = services.admit();
  const { holder, credential } = caller;
  const all = catalog.tiersWithFiles(groupsOf(holder));
  const { pinnedChannelId: pinned } = credential;
  if (pinned !== undefined && !holder.admin) throw new AppError('relay_channel_pin_forbidden');
  const tiers: readonly Tier[] =
    pinned === undefined
      ? all
      : all.map((tier) => ({ ...tier, channels: tier.channels.filter(({ id }) => id === pinned) }));
  const open = tiers.filter(({ channels }) => channels.length > 0);
  const channel = pickChannel(services.run, open, { model: '' });
  if (!channel) throw new AppError('relay_no_file_channel', { group: holder.group });
  return channel;
}

interface Upload extends Pick<OpenedBody, 'boundary' | 'body'> {
  incoming: RelayRequest;
  row: StoredFile;
  channel: RuntimeChannel;
  maxBytes: number;
}

async function send(
  { domain }: InferenceContext,
  { incoming, row, channel, body, boundary, maxBytes }: Upload,
): Promise<StoredFile> {
  const form = new UploadForm(maxBytes);
  const disconnect = new AbortController();
  const onDisconnect = () => disconnect.abort();
  incoming.response.on('close', onDisconnect);
  const upload = {
    contentType: form.contentType,
    body: form.chunks(body, boundary),
    signal: disconnect.signal,
  };
  const target = { channel, end: '/files' };
  const created = await sendToProvider(domain.fileTools, target, upload).finally(() =>
    incoming.response.off('close', onDisconnect),
  );
  const { facts } = form;
  if (!facts || typeof created.id !== 'string' || !/^[\w-]{1,200}$/.test(created.id))
    throw new AppError('relay_upstream_bad_response');
  return closeUpload(domain, row, { ...facts, upstreamId: created.id }, channel);
}
