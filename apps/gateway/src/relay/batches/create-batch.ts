import { writePriceSnapshot } from '@tollgate/pricing';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { BATCH_ENDPOINTS } from '../../domain/batches/batch-endpoints.ts';
import {
  type Batch,
  dropBatch,
  noteInput,
  recordAcceptedBatch,
  openBatch,
} from '../../domain/batches/batch-holds.ts';
import { upstreamIdOf } from '../../domain/batches/batch-report.ts';
import { BATCH_TIER } from '../../domain/batches/batch-tier.ts';
import { openHoldCheck } from '../../domain/batches/open-hold-check.ts';
import {
  requireRoomForBatch,
  tooManyBatches,
} from '../../domain/batches/require-room-for-batch.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import {
  requestFileProvider,
  openContent,
  sendToProvider,
} from '../../domain/files/request-file-provider.ts';
import { openChannelOf } from '../../domain/files/file-channel.ts';
import { findOwnFile } from '../../domain/files/find-file.ts';
import { FileProviderError } from '../../domain/files/file-provider-error.ts';
import type { StoredFile } from '../../domain/files/stored-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { admitChannels, admitModel } from '../request/admit.ts';
import { SEARCH_QUERY } from '../billing/surcharge-plan.ts';
import { readmitCaller } from '../request/admit-holder.ts';
import { refuseWithoutBalance } from '../request/read-checked-body.ts';
import { pickChannel } from '../routing/pick-channel.ts';
import { findNamedState } from '../routing/stored-owners.ts';
import { replaceFileIds } from '../files/replace-file-ids.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { InferenceContext } from '../inference-context.ts';
import type { Caller } from '../caller.ts';
import { BatchInput, type BatchTarget, routeOf } from './batch-input.ts';
import { type BatchRequest, readBatchRequest } from './read-batch-request.ts';

interface Creation {
  services: InferenceContext;
  incoming: RelayRequest;
  caller: Caller;
  request: BatchRequest;
  file: StoredFile;
}

/**
 * Creates a batch: streams its input from the provider that stores it to the one that runs it, checking and
 * pricing each line. Takes a hold on the cost of all lines before the upload is complete, so that a batch
 * that can't be paid is never created. A crash at any step leaves no hold behind (ADR 32). Throws AppError
 * and FileProviderError.
 */
export async function createBatch(
  services: InferenceContext,
  incoming: RelayRequest,
  caller: Caller,
): Promise<Batch> {
  const { domain } = services;
  const request = await readBatchRequest(services, incoming);
  const { userId } = caller.holder;
  const file = await findOwnFile(domain, userId, request.inputFileId);
  if (file.purpose !== 'batch')
    throw invalidRequest("The input file must have the purpose 'batch'.", 'input_file_id');
  // A batch can be charged days after it was created, in another limit period.
  if (caller.holder.spending) throw new AppError('relay_batch_with_spending_limit');
  const { creating, validationSemaphore: checking } = domain.fileTools;
  if (creating.has(userId)) throw tooManyBatches(domain);
  const creation = { services, incoming, caller, request, file };
  // Before anything is awaited, as concurrent requests would otherwise all pass the check above.
  creating.add(userId);
  try {
    await requireRoomForBatch(domain.store.db, domain, userId);
    await refuseWithoutBalance(services, caller.holder);
    return await checking(() => run(creation));
  } finally {
    creating.delete(userId);
  }
}

async function run(creation: Creation): Promise<Batch> {
  const { services, incoming, caller, request, file } = creation;
  const { domain } = services;
  const disconnect = new AbortController();
  const onDisconnect = () => disconnect.abort();
  incoming.response.on('close', onDisconnect);
  let batch: Batch | undefined;
  let source: Readable | undefined;
  try {
    source = await openContent(
      domain.fileTools,
      openChannelOf(domain.catalog, file),
      file.upstream_id,
      disconnect.signal,
    );
    const input = new BatchInput({
      checkHold: await openHoldCheck(domain, caller.holder),
      name: request.endpoint,
      endpoint: BATCH_ENDPOINTS[request.endpoint] as NonNullable<(typeof BATCH_ENDPOINTS)[string]>,
      caller,
      words: services.contentFilter,
      targetFor: (model) => chooseTarget(creation, model),
      withFiles: (body, channel) => replaceFileIds(domain, caller.holder.userId, body, channel),
      findForeign: async (named) =>
        (await findNamedState(domain.responses, caller.holder.userId, named)).foreign,
      callId: incoming.callId,
    });
    const lines = input.lines(source);
    // The first line names the model, which determines the channel.
    const first = await lines.next();
    const { channel } = input.placed as BatchTarget;
    const placeHold = async () => {
      // Checking a long input takes minutes, in which the key may have been disabled.
      await readmitCaller(services, incoming);
      batch = await openBatch(domain, orderOf(creation, input));
    };
    const form = new CopyForm(request.inputFileId);
    const upload = {
      contentType: form.contentType,
      body: form.chunks(first.value as Uint8Array, lines, placeHold),
      signal: disconnect.signal,
    };
    const copy = await sendToProvider(domain.fileTools, { channel, end: '/files' }, upload);
    return await submit(creation, channel, { copyId: upstreamIdOf(copy.id), batch });
  } catch (error) {
    if (batch && isDiscardable(error)) await dropBatch(domain, batch).catch(() => undefined);
    throw error;
  } finally {
    incoming.response.off('close', onDisconnect);
    // Nothing else ends the source if the upload failed before reading it.
    source?.destroy();
  }
}

/** A submit without a response may or may not have been accepted: the provider is queried later. */
class SubmitUnanswered extends FileProviderError {}

const isDiscardable = (error: unknown) => !(error instanceof SubmitUnanswered);

async function submit(
  { services: { domain }, request }: Creation,
  channel: RuntimeChannel,
  { copyId, batch }: { copyId: string; batch: Batch | undefined },
): Promise<Batch> {
  if (copyId === '' || !batch) throw new AppError('relay_upstream_bad_response');
  await noteInput(domain, batch, copyId);
  const body = {
    input_file_id: copyId,
    endpoint: channel.provider?.files?.endpoint?.(request.endpoint) ?? request.endpoint,
    completion_window: request.window,
    ...(request.metadata === null ? {} : { metadata: request.metadata }),
  };
  const submission = { channel, end: '/batches', method: 'POST', body } as const;
  const response = await requestFileProvider(domain.fileTools, submission).catch(
    (error: unknown) => {
      if (!(error instanceof FileProviderError)) throw error;
      const { fault } = error;
      const isCertain = fault.http >= 400 && fault.http < 500 && fault.kind !== 'timeout';
      if (!isCertain) throw new SubmitUnanswered(fault, error.channel);
      const end = `/files/${encodeURIComponent(copyId)}`;
      requestFileProvider(domain.fileTools, { channel, end, method: 'DELETE' }).catch(
        () => undefined,
      );
      throw error;
    },
  );
  const upstreamId = upstreamIdOf(response.id);
  const accepted =
    upstreamId === '' ? undefined : await recordAcceptedBatch(domain, batch, upstreamId);
  if (accepted) return accepted;
  throw new SubmitUnanswered(
    {
      kind: 'bad-response',
      http: 502,
      retryable: false,
      bannable: false,
      message: '',
      excerpt: '',
      type: 'upstream_error',
      code: null,
      param: null,
    },
    channel,
  );
}

/**
 * Chooses the channel that runs a batch: the one that has its input if it serves the model, otherwise another
 * with file storage.
 */
async function chooseTarget(creation: Creation, model: string): Promise<BatchTarget> {
  const { services, incoming, caller, request, file } = creation;
  const { holder, credential } = caller;
  incoming.model = model;
  const admit = services.admit();
  const price = admitModel(admit, holder, model);
  // Searches of models that only search are not counted in the output of a batch.
  const searches = (price.tariff?.tools.get(SEARCH_QUERY)?.use ?? 0) > 0;
  if (searches || (!price.free && !price.tariff?.tiers.has(BATCH_TIER)))
    throw new AppError('relay_tier_not_priced', { tier: BATCH_TIER, model });
  const endpoint = BATCH_ENDPOINTS[request.endpoint];
  const tiers = admitChannels(admit, holder, model, credential.pinnedChannelId)
    .map((tier) => ({
      ...tier,
      channels: tier.channels.filter((each) => endpoint && routeOf(each, endpoint, model)),
    }))
    .filter(({ channels }) => channels.length > 0);
  if (tiers.length === 0) throw new AppError('relay_no_channel', { model, group: holder.group });
  const servesModel = tiers.some(({ channels }) =>
    channels.some(({ id }) => id === file.channel_id),
  );
  if (servesModel) return { channel: openChannelOf(admit.catalog, file), price };
  const channel = pickChannel(services.run, tiers, { model });
  if (!channel) throw new AppError('relay_no_channel', { model, group: holder.group });
  return { channel, price };
}

function orderOf({ caller, request, file }: Creation, input: BatchInput) {
  const { holder, address } = caller;
  const { channel, price } = input.placed as BatchTarget;
  return {
    user_id: holder.userId,
    username: holder.username,
    token_id: holder.apiKeyId,
    token_name: holder.apiKeyName,
    token_limited: holder.unlimited ? 0 : 1,
    group: holder.group,
    ip: address,
    model_name: input.model,
    channel_id: channel.id,
    channel_key: channel.keyFingerprint,
    endpoint: request.endpoint,
    completion_window: request.window,
    input_file_id: file.file_id,
    metadata: JSON.stringify(request.metadata),
    total: input.total,
    prompt_max: input.promptMax,
    prompt_estimate: input.promptEstimate,
    completion_max: input.completionMax,
    price: writePriceSnapshot(price, BATCH_TIER),
    hold: input.hold,
  };
}

/** The multipart form for uploading a copy of the input. Its end is written only after the hold is taken. */
class CopyForm {
  readonly #boundary = `tollgate-${randomBytes(18).toString('hex')}`;
  readonly #name: string;

  constructor(fileId: string) {
    this.#name = `${fileId}.jsonl`;
  }

  get contentType(): string {
    return `multipart/form-data; boundary=${this.#boundary}`;
  }

  async *chunks(
    first: Uint8Array,
    lines: AsyncIterable<Uint8Array>,
    beforeEnd: () => Promise<void>,
  ): AsyncGenerator<Uint8Array> {
    const part = `--${this.#boundary}\r\ncontent-disposition: form-data; name=`;
    yield Buffer.from(`${part}"purpose"\r\n\r\nbatch\r\n`);
    yield Buffer.from(
      `${part}"file"; filename="${this.#name}"\r\ncontent-type: application/jsonl\r\n\r\n`,
    );
    yield first;
    yield* lines;
    await beforeEnd();
    yield Buffer.from(`\r\n--${this.#boundary}--\r\n`);
  }
}
