import type { TestCause } from '@tollgate/contract';
import { classifyFault, openTranslation, readCall, type Translation } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Domain } from '../domain.ts';
import { probeTaskChannel, isTaskList, supportsTasks } from '../tasks/test-task-channel.ts';
import { requestUpstream } from './request-upstream.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import { type ChannelRoute, routeCall } from './channel-route.ts';
import { causeOfError, causeOfFault } from './explain-test-fault.ts';
import { faultReason } from './fault-reason.ts';
import { hideKeyIn } from './hide-key.ts';
import { kindOf, testBody } from './test-body.ts';
import { AccessTokenRefused } from './upstream-access-tokens.ts';

export interface TestResult {
  passed: boolean;
  /** Seconds. */
  time: number;
  /** Milliseconds until the response began; null if it did not or that is unknown. */
  first_byte_ms: number | null;
  model: string;
  status: number;
  /** First 200 characters of the fault, or a reason code; empty when the test passed. */
  excerpt: string;
  /** Whether the fault is the channel's own (bad key, no credit). */
  bannable: boolean;
  /** Why it failed; null when it passed. */
  cause: TestCause | null;
}

const TIMEOUT_MS = 30_000;
const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;
const EXCERPT_LENGTH = 200;

/** Tests the channel's keys until one passes: a channel with several works as long as one of them does. */
export async function testKeys(tools: TestTools, channel: RuntimeChannel, input: ChannelTestInput) {
  const [first = channel, ...others] = channel.variants;
  let result = await timed(() => sendTest(tools, first, input));
  for (const variant of others) {
    if (result.outcome.passed || !result.outcome.bannable) break;
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    result = await timed(() => sendTest(tools, variant, input));
  }
  return result;
}

async function timed<Outcome>(work: () => Promise<Outcome>) {
  const startedAt = performance.now();
  const outcome = await work();
  return { outcome, responseTimeMs: Math.max(1, Math.round(performance.now() - startedAt)) };
}

/** Returns the requested model, else the channel's own. Throws an AppError if it has none. */
export function modelToTest(channel: RuntimeChannel, requestedModel: string): string {
  const model = requestedModel || channel.testModel || channel.models[0];
  if (!model) throw new AppError('channel_test_not_supported');
  return model;
}

interface ChannelTestInput {
  model: string;
  signal: AbortSignal | undefined;
}

interface TestTools {
  domain: Pick<Domain, 'clock' | 'config' | 'upstreamAccessTokens'>;
  outbound: Outbound;
}

async function sendTest(
  { domain, outbound }: TestTools,
  channel: RuntimeChannel,
  { model, signal }: ChannelTestInput,
): Promise<Omit<TestResult, 'time'>> {
  const startedAt = performance.now();
  let first: number | null = null;
  const onBytes = () => (first ??= Math.max(1, Math.round(performance.now() - startedAt)));
  const response = await sendOnce({ domain, outbound }, channel, { model, signal, onBytes });
  const outcome = { ...response, first_byte_ms: first };
  if (outcome.cause === undefined) return { ...outcome, cause: null };
  const { status, excerpt } = outcome;
  // A reason of our own is a code, which the cause describes better.
  const shownExcerpt = status === 0 ? '' : excerpt;
  const host = hostOf(channel.baseUrl);
  return { ...outcome, cause: { code: outcome.cause, host, model, status, excerpt: shownExcerpt } };
}

const hostOf = (address: string) => URL.parse(address.replaceAll('{model}', 'model'))?.host ?? '';

/** The outcome of a test; `cause` is undefined if it passed. */
type Outcome = Omit<TestResult, 'time' | 'first_byte_ms' | 'cause'> & {
  cause: TestCause['code'] | undefined;
};

async function sendOnce(
  { domain, outbound }: TestTools,
  channel: RuntimeChannel,
  { model, signal, onBytes }: ChannelTestInput & { onBytes: () => void },
): Promise<Outcome> {
  try {
    if (supportsTasks(channel)) return await testTasks(outbound, channel, model);
    const { route, translation } = prepareTest(channel, model);
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: RESPONSE_BYTES_MAX, signal, onBytes };
    const response = await requestUpstream({ domain, outbound }, { route, translation }, limits);
    const isStream = String(response.headers['content-type']).includes('event-stream');
    const result = assessResponse(response, model, (text) =>
      looksValid(text, isStream, translation),
    );
    return { ...result, excerpt: hideKeyIn(result.excerpt, channel) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof AccessTokenRefused) return assessToken(error, model);
    return {
      passed: false,
      model,
      status: 0,
      excerpt: faultReason(error),
      bannable: false,
      cause: causeOfError(error),
    };
  }
}

async function testTasks(outbound: Outbound, channel: RuntimeChannel, model: string) {
  const response = await probeTaskChannel(outbound, channel);
  const result = assessResponse(response, model, (text) => isTaskList(channel, text));
  return { ...result, excerpt: hideKeyIn(result.excerpt, channel) };
}

interface PreparedTest {
  route: ChannelRoute;
  translation: Translation;
}

/** Prepares the test like a relay call. Throws an AppError if the channel can't take it. */
function prepareTest(channel: RuntimeChannel, model: string): PreparedTest {
  const kind = kindOf(model);
  const dialect = 'openai-chat';
  const route = routeCall(channel, { kind, model, dialect });
  const body = testBody(kind, model, route?.upstreamModel);
  const bytes = Buffer.from(JSON.stringify({ model, ...body }));
  const read = readCall({ dialect, kind, bytes });
  if (!route && requiresKeyFormat(channel)) throw new AppError('channel_key_form');
  if (!route || !read.ok) throw new AppError('channel_test_not_supported');
  const opened = openTranslation({
    call: read.call,
    to: route.dialect,
    upstreamModel: route.upstreamModel,
    id: 'test',
    createdSeconds: 0,
    injectUsage: false,
    rules: route.rules,
    modelRules: route.modelRules,
    ...(route.overrides ? { overrides: route.overrides } : {}),
  });
  if (!opened.ok) throw new AppError('channel_test_not_supported');
  return { route, translation: opened.translation };
}

/** Returns whether the provider requires keys of a certain format. */
function requiresKeyFormat({ provider }: RuntimeChannel): boolean {
  return provider?.keyForm !== undefined;
}

function assessResponse(
  response: {
    status: number;
    headers: Record<string, string | string[] | undefined>;
    text: string;
  },
  model: string,
  isValid: (text: string) => boolean,
): Outcome {
  if (response.status < 300 && isValid(response.text))
    return {
      passed: true,
      model,
      status: response.status,
      excerpt: '',
      bannable: false,
      cause: undefined,
    };
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
  );
  const fault = classifyFault({
    status: response.status,
    headers,
    bodyExcerpt: response.text.slice(0, 65_536),
  });
  return {
    passed: false,
    model,
    status: response.status,
    excerpt: (fault.excerpt || fault.message).slice(0, EXCERPT_LENGTH),
    bannable: fault.bannable,
    cause: causeOfFault(response.status, fault),
  };
}

/** Treats an access token that can't be obtained like a refused key. */
function assessToken({ fault, message }: AccessTokenRefused, model: string): Outcome {
  const excerpt = message.slice(0, EXCERPT_LENGTH);
  return {
    passed: false,
    model,
    status: fault.http,
    excerpt,
    bannable: fault.bannable,
    cause: causeOfFault(fault.http, fault),
  };
}

function looksValid(
  text: string,
  isStream: boolean,
  { passesThrough, readResponse, readStreamAsResponse }: Translation,
): boolean {
  if (isStream) return readStreamAsResponse(Buffer.from(text)).ok;
  if (!passesThrough) return readResponse(Buffer.from(text)).ok;
  try {
    const { error, choices, data, pages, results } = JSON.parse(text) as Record<string, unknown>;
    return (
      error === undefined && [choices, data, pages, results].some((list) => Array.isArray(list))
    );
  } catch {
    return false;
  }
}
