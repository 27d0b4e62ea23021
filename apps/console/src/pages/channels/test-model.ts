import type { BodyInputOf, endpoints, TestCause } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { buildUrl } from '@tollgate/client';
import { readStoredUser } from '../../session/session.ts';
import { storedLanguage } from '../../language.ts';

export interface ModelTestResult {
  passed: boolean;
  seconds: number;
  /** Milliseconds until the first byte of the response; null if unknown. */
  firstByteMs: number | null;
  status: number;
  excerpt: string;
  /** Why it failed, if the gateway could determine it. */
  cause: TestCause | null;
  /** The error code if the test could not be run; otherwise empty. */
  refusal: string;
  /** The input field that the refusal is about; empty if none. */
  field: string;
}

interface TestEnvelope {
  success: boolean;
  message: string;
  code?: string;
  field?: string;
  data: {
    time: number;
    first_byte_ms: number | null;
    status: number;
    excerpt: string;
    cause: TestCause | null;
  } | null;
}

/** Tests one model of a channel. A failed test is a result, not an exception, and says what went wrong. */
export function testModel(channelId: number, model: string): Promise<ModelTestResult> {
  return askForTest(buildUrl(calls.testChannel.path, { id: channelId }, { model }));
}

/** Tests one key of a channel, with the channel's test model. */
export function testKey(channelId: number, fingerprint: string): Promise<ModelTestResult> {
  const body = JSON.stringify({ id: channelId, fingerprint });
  return askForTest(calls.testChannelKey.path, { method: 'POST', body });
}

/**
 * Tests a channel with its test model before it is created. Fields that creation would refuse are refused
 * here too.
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
  const { success, message, code, field = '', data } = (await response.json()) as TestEnvelope;
  return {
    passed: success,
    seconds: data?.time ?? 0,
    firstByteMs: data?.first_byte_ms ?? null,
    status: data?.status ?? 0,
    excerpt: success ? '' : data?.excerpt || message,
    cause: data?.cause ?? null,
    refusal: data ? '' : (code ?? ''),
    field: data ? '' : field,
  };
}
