import type { Domain } from '../../domain/domain.ts';
import { findTaskImage, handleTaskCallback } from '../../domain/tasks/find-task.ts';
import { AppError } from '../../platform/app-error.ts';
import { onFlushed } from '../../platform/http-server/on-flushed.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { OutboundResponse } from '../../platform/outbound.ts';
import type { RelayRequest } from '../relay-call.ts';
import { readBody } from '../request/read-body.ts';
import type { InferenceContext } from '../inference-context.ts';
import { commonHeaders, endWithBody } from '../response/write-response.ts';
import type { PublicTaskRoute } from './task-routes.ts';
import { writeTaskResponse } from './write-task-response.ts';

const CALLBACK_BYTES_MAX = 1024 * 1024;
const IMAGE_MS = 20_000;
const IMAGE_BYTES_MAX = 20 * 1024 * 1024;
const REDIRECTS_MAX = 3;
const RETRY_AFTER_SECONDS = 5;
const IMAGE_TYPE = /^image\/(?:png|jpeg|gif|webp)$/;
/** Images are buffered completely while they are forwarded. */
const passing = createSemaphore({ maxConcurrent: 8, maxQueued: 200, retryAfterSeconds: 2 });

type CallbackServices = Pick<InferenceContext, 'domain' | 'bodies'>;

/**
 * Serves the routes that need no key: the image of a task by its unguessable id, and an upstream's webhook.
 */
export async function serveTaskCallback(
  services: CallbackServices,
  incoming: RelayRequest,
  target: PublicTaskRoute,
): Promise<void> {
  if (target.kind === 'image') return serveTaskImage(services, incoming, target.id);
  await handleTaskCallback(services.domain, target);
  // The body is ignored: the upstream is queried instead.
  await readBody(incoming, { maxBytes: CALLBACK_BYTES_MAX, budget: services.bodies });
  writeTaskResponse(incoming, { code: 1, description: '', result: '' });
}

async function serveTaskImage(
  { domain, bodies }: CallbackServices,
  incoming: RelayRequest,
  id: string,
): Promise<void> {
  const { address, userId, isSecret } = await findTaskImage(domain, id);
  const { response, requestId } = incoming;
  const headers = commonHeaders(requestId);
  if (!isSecret && !domain.options.boolean('MjForwardUrlEnabled')) {
    headers.push('location', address.href, 'cache-control', 'no-store');
    return endWithBody(response, 302, headers, Buffer.alloc(0));
  }
  // Counts toward the memory of its owner's bodies until the client has read it.
  let held = 0;
  const hold = (bytes: number) => {
    if (!bodies.tryReserve(userId, held, held + bytes))
      throw new AppError('relay_overloaded', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    held += bytes;
  };
  try {
    const image = await passing(() => fetchImage(domain, address.href, hold));
    headers.push('content-type', image.type, 'cache-control', 'private, max-age=3600');
    endWithBody(response, 200, headers, image.bytes);
    await new Promise<void>((resolve) => onFlushed(response, resolve));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('relay_upstream_unreachable', {}, { cause: error });
  } finally {
    bodies.release(userId, held);
  }
}

/** Follows a few redirects, each checked by the SSRF guard. */
async function fetchImage(
  { taskTools: { mediaFetcher } }: Pick<Domain, 'taskTools'>,
  url: string,
  onBytes: (bytes: number) => void,
): Promise<{ type: string; bytes: Buffer }> {
  let target = url;
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    const limits = { timeoutMs: IMAGE_MS, maxBytes: IMAGE_BYTES_MAX, onBytes };
    // oxlint-disable-next-line no-await-in-loop -- one redirect after the other
    const response = await mediaFetcher({ url: target, ...limits });
    if (response.status < 300) return { type: typeOf(response), bytes: response.bytes };
    const { location } = response.headers;
    if (response.status >= 400 || typeof location !== 'string') break;
    target = new URL(location, target).href;
  }
  throw new AppError('relay_upstream_bad_response');
}

function typeOf({ headers }: OutboundResponse): string {
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  const name = type.trim().toLowerCase();
  if (!IMAGE_TYPE.test(name)) throw new AppError('relay_upstream_bad_response');
  return name;
}
