import type { BodyInputOf, DataOf, endpoints, Envelope, TestCause } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { ApiError, callForOutcome } from '../../api/call-endpoint.ts';

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

/** Tests one model of a channel. A failed test is a result, not an exception, and says what went wrong. */
export function testModel(channelId: number, model: string): Promise<ModelTestResult> {
  return toResult(
    callForOutcome(calls.testChannel, { params: { id: channelId }, query: { model } }),
  );
}

/** Tests one key of a channel, with the channel's test model. */
export function testKey(channelId: number, fingerprint: string): Promise<ModelTestResult> {
  return toResult(callForOutcome(calls.testChannelKey, { body: { id: channelId, fingerprint } }));
}

/**
 * Tests a channel with its test model before it is created. Fields that creation would refuse are refused
 * here too.
 */
export function testNewChannel(
  fields: BodyInputOf<typeof endpoints.createChannel>,
): Promise<ModelTestResult> {
  const body = { ...fields, test: fields.test_model ?? '' };
  return toResult(callForOutcome(calls.testNewChannel, { body }));
}

type Test = DataOf<typeof endpoints.testNewChannel>;

/** Throws if the gateway itself could not be asked. */
async function toResult(outcome: Promise<Envelope<Test>>): Promise<ModelTestResult> {
  try {
    const { success, message, data } = await outcome;
    return {
      passed: success,
      seconds: data.time,
      firstByteMs: data.first_byte_ms,
      status: data.status,
      excerpt: success ? '' : data.excerpt || message,
      cause: data.cause,
      refusal: '',
      field: '',
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== REFUSED || !error.code) throw error;
    const { code, message, field = '' } = error;
    return { ...NO_TEST, excerpt: message, refusal: code, field };
  }
}

/** The status of what the gateway refuses for a reason that its user can change. */
const REFUSED = 200;
const NO_TEST = { passed: false, seconds: 0, firstByteMs: null, status: 0, cause: null };
