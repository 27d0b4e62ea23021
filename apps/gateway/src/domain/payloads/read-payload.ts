import type { Payload as PayloadEntity } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { findPayload, type PayloadRow } from '../../store/payloads-repository.ts';
import type { Domain } from '../domain.ts';
import type { Payload } from './payload.ts';
import { openPayload } from './seal-payload.ts';

export type PayloadReadingContext = Pick<Domain, 'store' | 'payloads' | 'options' | 'clock'>;

const DAY = 86_400;

/**
 * Returns a stored call. Throws AppError payload_not_found (never stored, or expired) or payload_unreadable.
 */
export async function findStored(
  domain: PayloadReadingContext,
  callId: string,
): Promise<{ row: PayloadRow; payload: Payload }> {
  await domain.payloads.flush();
  const row = await findPayload(domain.store.db, callId);
  if (!row || expiryOf(domain, row) <= nowSeconds(domain.clock))
    throw new AppError('payload_not_found');
  const payload = await openStored(domain, row);
  if (!payload) throw new AppError('payload_unreadable');
  return { row, payload };
}

/** Decrypts a row; undefined if it was changed, or encrypted with a missing key. */
export async function openStored(
  { payloads }: Pick<Domain, 'payloads'>,
  { call_id: callId, user_id: userId, key_id: keyId, sealed }: PayloadRow,
): Promise<Payload | undefined> {
  try {
    const key = await payloads.keys.find(keyId);
    if (!key) return undefined;
    return JSON.parse(await openPayload(key.bytes, sealed, { callId, userId })) as Payload;
  } catch {
    return undefined;
  }
}

/**
 * Returns everything stored of a call, for a reader who may see all of it. Throws the same as `findStored`.
 */
export async function readPayload(
  domain: PayloadReadingContext,
  callId: string,
): Promise<PayloadEntity> {
  const { row, payload } = await findStored(domain, callId);
  const { asked: _asked, ...rest } = payload;
  return {
    id: row.call_id,
    created_at: row.created_at,
    expires_at: expiryOf(domain, row),
    user_id: row.user_id,
    ...rest,
    faults: [...payload.faults],
    replayable: isReplayable(payload),
  };
}

/** Returns what the call's own user may see: without what upstreams sent to the gateway. */
export function presentOwnPayload(
  { call_id: id, created_at }: PayloadRow,
  { request_id, path, model, key_id, key_name, request, response }: Payload,
): object {
  return { id, created_at, request_id, path, model, key_id, key_name, request, response };
}

/** Returns whether the request is complete, except for masked credentials. */
export function isReplayable({ asked, request }: Payload): boolean {
  return asked.kind !== undefined && request !== null && !request.cut && request.left_out === 0;
}

const expiryOf = ({ options }: Pick<Domain, 'options'>, { created_at }: PayloadRow) =>
  created_at + options.number('PayloadRetentionDays') * DAY;
