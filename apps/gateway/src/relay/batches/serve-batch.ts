import { cancelBatch } from '../../domain/batches/cancel-batch.ts';
import { findOwnBatch, listBatches } from '../../domain/batches/find-batch.ts';
import { presentBatch } from '../../domain/batches/present-batch.ts';
import { rethrowWithOurId } from '../../domain/files/file-provider-error.ts';
import { AppError } from '../../platform/app-error.ts';
import { readBatchPage } from '../files/list-page.ts';
import { reportRefusal } from '../files/serve-file.ts';
import { writeJsonObject } from '../files/write-json-object.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { InferenceContext } from '../inference-context.ts';
import type { Caller } from '../caller.ts';
import type { BatchRoute } from './batch-routes.ts';
import { createBatch } from './create-batch.ts';

/** Serves a call about the caller's batches. Queries are answered from our own table. Throws AppError. */
export async function serveBatch(
  services: InferenceContext,
  incoming: RelayRequest,
  route: BatchRoute,
  caller: Caller,
): Promise<void> {
  if (incoming.dialect !== 'openai-chat')
    throw new AppError('relay_not_implemented', { path: incoming.path });
  await reportRefusal(services, incoming, async () => {
    writeJsonObject(incoming, await respond(services, incoming, route, caller));
  });
}

async function respond(
  services: InferenceContext,
  incoming: RelayRequest,
  route: BatchRoute,
  caller: Caller,
): Promise<unknown> {
  const { domain } = services;
  const { userId } = caller.holder;
  if (route.part === 'all')
    return incoming.request.method === 'POST'
      ? create(services, incoming, caller)
      : list(services, incoming, userId);
  const batch = await findOwnBatch(domain, userId, route.id);
  if (route.part !== 'cancel') return presentBatch(batch);
  const rename = rethrowWithOurId(batch.upstream_id, batch.batch_id);
  return presentBatch(await cancelBatch(domain, batch).catch(rename));
}

async function create(
  services: InferenceContext,
  incoming: RelayRequest,
  caller: Caller,
): Promise<unknown> {
  const admission = await services.domain.limiter.admit(caller.holder, '', incoming.callId);
  try {
    return presentBatch(await createBatch(services, incoming, caller));
  } finally {
    admission.release({ tokens: 0, quota: 0 });
  }
}

async function list(
  { domain }: InferenceContext,
  { query }: RelayRequest,
  userId: number,
): Promise<unknown> {
  const { after, limit } = readBatchPage(query);
  const from = after === '' ? undefined : (await findOwnBatch(domain, userId, after)).id;
  const found = await listBatches(domain, userId, { after: from, limit: limit + 1 });
  const batches = found.slice(0, limit).map(presentBatch);
  return {
    object: 'list',
    data: batches,
    first_id: batches[0]?.id ?? null,
    last_id: batches.at(-1)?.id ?? null,
    has_more: found.length > limit,
  };
}
