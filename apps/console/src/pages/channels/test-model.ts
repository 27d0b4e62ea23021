import type { BodyInputOf, endpoints, TestCause } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { buildUrl } from '@tollgate/client';
import { readStoredUser } from '../../session/session.ts';
import { storedLanguage } from '../../language.ts';

export interface ModelTestResult {
  passed: boolean;
  seconds: number;
  /** Milliseconds until the response began; null where that is unknown. */
  firstByteMs: number | null;
  status: number;
  excerpt: string;
  /** Why it failed, where the gateway could tell. */
  cause: TestCause | null;
  /** The code of what kept the test from being made; empty where it was. */
  refusal: string;
}

interface TestEnvelope {
  success: boolean;
  message: string;
  code?: string;
  data: {
    time: number;
    first_byte_ms: number | null;
    status: number;
    excerpt: string;
    cause: TestCause | null;
  } | null;
}

/** Tests one model of a channel. A failed test is an answer here, not an error: it carries what went wrong. */
export function testModel(channelId: number, model: string): Promise<ModelTestResult> {
  return askForTest(buildUrl(calls.testChannel.path, { id: channelId }, { model }));
}

/** Tests one key of a channel alone, with the model that stands for the channel. */
export function testKey(channelId: number, fingerprint: string): Promise<ModelTestResult> {
  const body = JSON.stringify({ id: channelId, fingerprint });
  return askForTest(calls.testChannelKey.path, { method: 'POST', body });
}

/**
 * Tests a channel before it is created, with the model that stands for it. What
 * could not be created is refused here too.
 */
export function testNewChannel(
  fields: BodyInputOf<typeof endpoints.createChannel>,
): Promise<ModelTestResult> {
  const body = JSON.stringify({ ...fields, test: fields.test_model ?? '' });
  return askForTest(calls.testNewChannel.path, { method: 'POST', body });
}

async function askForTest(address: string, init: RequestInit = {}): Promise<ModelTestResult> {
  const user = readStoredUser();
  const response = await fetch(address, {
    ...init,
    headers: {
      'cache-control': 'no-store',
      'accept-language': storedLanguage() === 'en' ? 'en' : 'zh-CN',
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(user ? { authorization: `Bearer ${user.token}`, 'new-api-user': String(user.id) } : {}),
    },
  });
  const { success, message, code, data } = (await response.json()) as TestEnvelope;
  return {
    passed: success,
    seconds: data?.time ?? 0,
    firstByteMs: data?.first_byte_ms ?? null,
    status: data?.status ?? 0,
    excerpt: success ? '' : data?.excerpt || message,
    cause: data?.cause ?? null,
    refusal: data ? '' : (code ?? ''),
  };
}
