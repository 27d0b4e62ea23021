import type { TestCause } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { buildUrl } from '../../api/build-url.ts';
import { readStoredUser } from '../../session/session.ts';
import { storedLanguage } from '../../language.ts';

export interface ModelTestResult {
  passed: boolean;
  seconds: number;
  status: number;
  excerpt: string;
  /** Why it failed, where the gateway could tell. */
  cause: TestCause | null;
}

interface TestEnvelope {
  success: boolean;
  message: string;
  data: { time: number; status: number; excerpt: string; cause: TestCause | null } | null;
}

/** Tests one model of a channel. A failed test is an answer here, not an error: it carries what went wrong. */
export async function testModel(channelId: number, model: string): Promise<ModelTestResult> {
  const user = readStoredUser();
  const response = await fetch(buildUrl(calls.testChannel.path, { id: channelId }, { model }), {
    headers: {
      'cache-control': 'no-store',
      'accept-language': storedLanguage() === 'en' ? 'en' : 'zh-CN',
      ...(user ? { authorization: `Bearer ${user.token}`, 'new-api-user': String(user.id) } : {}),
    },
  });
  const { success, message, data } = (await response.json()) as TestEnvelope;
  return {
    passed: success,
    seconds: data?.time ?? 0,
    status: data?.status ?? 0,
    excerpt: success ? '' : data?.excerpt || message,
    cause: data?.cause ?? null,
  };
}
