import { CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED, type TestCause } from '@tollgate/contract';
import { classifyFault, openTranslation, readCall, type Translation } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';
import { listChannelIdsByStatus, setTestResult } from '../../store/channels-repository.ts';
import { requestOverWebSocket } from './request-over-websocket.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import { type ChannelRoute, routeCall } from './channel-route.ts';
import { AccessTokenRefused } from './upstream-access-tokens.ts';
import type { Domain } from '../domain.ts';
import { writeReason } from '../error-texts.ts';
import { buildAuthorizedRequest, namedHeaders } from './upstream-request.ts';
import { faultReason } from './fault-reason.ts';
import { causeOfError, causeOfFault } from './explain-test-fault.ts';
import { hideKeyIn } from './hide-key.ts';
import { kindOf, testBody } from './test-body.ts';
import { askForNothing, isListOfTasks, makesTasks } from '../tasks/test-task-channel.ts';
import { createClusterTask } from '../jobs/cluster-task.ts';

type ChannelTestContext = Pick<
  Domain,
  | 'config'
  | 'clock'
  | 'log'
  | 'store'
  | 'options'
  | 'catalog'
  | 'channelHealth'
  | 'upstreamAccessTokens'
>;

export interface TestResult {
  passed: boolean;
  /** Seconds. */
  time: number;
  model: string;
  status: number;
  /** First 200 characters of the fault, or a reason code; empty when the test passed. */
  excerpt: string;
  /** True when the fault is the channel's own (bad key, no money). */
  bannable: boolean;
  /** Why it failed; null when it passed. */
  cause: TestCause | null;
}

interface TestCounts {
  total: number;
  done: number;
  failed: number;
  /** 0 before the end. */
  finished_at: number;
  /** The first failures; reasons are codes when they are ours. */
  failures: { id: number; name: string; reason: string }[];
}

export interface TestProgress extends TestCounts {
  running: boolean;
  started_at: number;
}

export interface ChannelTester {
  /**
   * Sends a minimal call through a channel and stores the result on it. Throws AppError channel_not_found.
   */
  test(channelId: number, model: string): Promise<TestResult>;
  /** Starts testing all channels. Throws AppError channel_test_running while any node is doing so. */
  startAll(): Promise<void>;
  /** Tests the auto-disabled channels, one after another, until aborted. */
  retestDisabled(signal: AbortSignal): Promise<void>;
  /** The progress of the latest test of all channels, on whichever node it runs. */
  progress(): Promise<TestProgress>;
}

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const AT_ONCE = 3;
const FAILURES_KEPT = 50;
const NO_COUNTS: TestCounts = { total: 0, done: 0, failed: 0, finished_at: 0, failures: [] };
const EXCERPT_LENGTH = 200;
/** Manually disabled channels stay disabled. */
const TESTABLE = [CHANNEL_ENABLED, CHANNEL_AUTO_DISABLED];

/** The tester of this process. */
// tidy-ignore: a closure over shared state, made of short functions
export function createChannelTester(domain: ChannelTestContext): ChannelTester {
  const outbound = createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS);
  const everything = createClusterTask<TestCounts>(domain, 'test-channels');

  async function test(channelId: number, model: string, signal?: AbortSignal): Promise<TestResult> {
    const channel = domain.catalog.find(channelId);
    if (!channel) throw new AppError('channel_not_found');
    const { outcome, responseTimeMs } = await testKeys(channel, {
      model: modelToTest(channel, model),
      signal,
    });
    if (outcome.passed) domain.channelHealth.reset(channel.id);
    await setTestResult(domain.store.db, channel.id, {
      // The time to a refusal says nothing about how fast the channel responds.
      responseTimeMs: outcome.passed ? responseTimeMs : undefined,
      at: nowSeconds(domain.clock),
      fault: outcome.cause === null ? '' : JSON.stringify(outcome.cause),
    });
    return { ...outcome, time: responseTimeMs / 1000 };
  }

  /** Tries the channel's keys until one passes: a channel with several is good while one of them is. */
  async function testKeys(channel: RuntimeChannel, wish: ChannelTestInput) {
    const [first = channel, ...others] = channel.variants;
    let result = await timed(() => sendTest({ domain, outbound }, first, wish));
    for (const variant of others) {
      if (result.outcome.passed || !result.outcome.bannable) break;
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      result = await timed(() => sendTest({ domain, outbound }, variant, wish));
    }
    return result;
  }

  /** What a test in the full run means for the channel's status. */
  async function applyRules(channel: RuntimeChannel, result: TestResult): Promise<void> {
    const threshold = domain.options.number('ChannelDisableThreshold');
    const slow = threshold > 0 && result.time > threshold;
    if (channel.enabled && (slow || (!result.passed && result.bannable))) {
      await domain.channelHealth.disable(
        channel,
        slow
          ? writeReason('reason_slow_test', { seconds: result.time, limit: threshold })
          : result.excerpt,
      );
    } else await revive(channel, result);
  }

  /** A channel that was switched off by the gateway comes back after a good test, where the options allow it. */
  async function revive(channel: RuntimeChannel, result: TestResult): Promise<void> {
    const threshold = domain.options.number('ChannelDisableThreshold');
    const slow = threshold > 0 && result.time > threshold;
    if (!channel.enabled && result.passed && !slow) await domain.channelHealth.enable(channel.id);
  }

  /** A test that somebody asked for: it never switches a channel off, but may switch it on again. */
  async function testAndRevive(id: number, model: string): Promise<TestResult> {
    const channel = domain.catalog.find(id);
    const result = await test(id, model);
    if (channel) await revive(channel, result);
    return result;
  }

  /** Tests a channel and applies the rules. Returns why it failed; empty when it passed or is gone. */
  async function testOne(id: number, signal?: AbortSignal): Promise<string> {
    const channel = domain.catalog.find(id);
    if (!channel) return '';
    try {
      const result = await test(id, '', signal);
      if (!signal?.aborted) await applyRules(channel, result);
      return result.passed ? '' : result.excerpt || String(result.status);
    } catch (error) {
      return error instanceof AppError ? 'reason_not_testable' : 'reason_unreachable';
    }
  }

  async function testAll(report: (counts: TestCounts) => void, signal: AbortSignal): Promise<void> {
    const queue = await listChannelIdsByStatus(domain.store.db, TESTABLE);
    const counts: TestCounts = { ...NO_COUNTS, total: queue.length, failures: [] };
    report(counts);
    const worker = async () => {
      for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
        const { name = '' } = domain.catalog.find(id) ?? {};
        const reason = await testOne(id, signal);
        counts.done += 1;
        if (reason !== '') {
          counts.failed += 1;
          if (counts.failures.length < FAILURES_KEPT) counts.failures.push({ id, name, reason });
        }
        report(counts);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (!signal.aborted) report({ ...counts, finished_at: nowSeconds(domain.clock) });
  }

  async function retestDisabled(signal: AbortSignal): Promise<void> {
    for (const id of await listChannelIdsByStatus(domain.store.db, [CHANNEL_AUTO_DISABLED])) {
      await testOne(id, signal);
      if (signal.aborted) return;
    }
  }

  return {
    test: testAndRevive,
    retestDisabled,
    async startAll() {
      if (!(await everything.start(testAll))) throw new AppError('channel_test_running');
    },
    async progress() {
      const run = await everything.read();
      return {
        ...NO_COUNTS,
        ...run?.progress,
        running: run?.running ?? false,
        started_at: run?.startedAt ?? 0,
      };
    },
  };
}

async function timed<Outcome>(work: () => Promise<Outcome>) {
  const startedAt = performance.now();
  const outcome = await work();
  return { outcome, responseTimeMs: Math.max(1, Math.round(performance.now() - startedAt)) };
}

function modelToTest(channel: RuntimeChannel, wanted: string): string {
  const model = wanted || channel.testModel || channel.models[0];
  if (!model) throw new AppError('channel_test_not_supported');
  return model;
}

interface ChannelTestInput {
  model: string;
  signal: AbortSignal | undefined;
}

interface TestTools {
  domain: ChannelTestContext;
  outbound: Outbound;
}

async function sendTest(
  { domain, outbound }: TestTools,
  channel: RuntimeChannel,
  { model, signal }: ChannelTestInput,
): Promise<Omit<TestResult, 'time'>> {
  const outcome = await sendOnce({ domain, outbound }, channel, { model, signal });
  if (outcome.cause === undefined) return { ...outcome, cause: null };
  const { status, excerpt } = outcome;
  // A reason of our own is a code, and its cause says it better.
  const said = status === 0 ? '' : excerpt;
  const host = hostOf(channel.baseUrl);
  return { ...outcome, cause: { code: outcome.cause, host, model, status, excerpt: said } };
}

const hostOf = (address: string) => URL.parse(address.replaceAll('{model}', 'model'))?.host ?? '';

/** How a test went; `cause` is undefined when it passed. */
type Outcome = Omit<TestResult, 'time' | 'cause'> & { cause: TestCause['code'] | undefined };

async function sendOnce(
  { domain, outbound }: TestTools,
  channel: RuntimeChannel,
  { model, signal }: ChannelTestInput,
): Promise<Outcome> {
  try {
    if (makesTasks(channel)) return await testTasks(outbound, channel, model);
    const { route, translation } = prepareTest(channel, model);
    const request = await buildAuthorizedRequest(domain, route, {
      url: route.url,
      body: translation.body,
      dialect: translation.from,
      clientHeaders: {},
    });
    const { url, method, body = new Uint8Array() } = request;
    const { socket } = route.host ?? {};
    const allowPrivate = domain.config.ALLOW_PRIVATE_UPSTREAMS;
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES_MAX, signal };
    const response = await (socket
      ? requestOverWebSocket({ url, body, socket, allowPrivate, ...limits })
      : outbound({
          url,
          method,
          headers: namedHeaders(request),
          body: Buffer.from(body).toString(),
          ...limits,
        }));
    const isStream = String(response.headers['content-type']).includes('event-stream');
    const result = judge(response, model, (text) => looksRight(text, isStream, translation));
    return { ...result, excerpt: hideKeyIn(result.excerpt, channel.key) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof AccessTokenRefused) return judgeToken(error, model);
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
  const response = await askForNothing(outbound, channel);
  const result = judge(response, model, (text) => isListOfTasks(channel, text));
  return { ...result, excerpt: hideKeyIn(result.excerpt, channel.key) };
}

interface PreparedTest {
  route: ChannelRoute;
  translation: Translation;
}

/** The test as a relay call would be sent. Throws AppError when the channel can't take it. */
function prepareTest(channel: RuntimeChannel, model: string): PreparedTest {
  const kind = kindOf(model);
  const dialect = 'openai-chat';
  const route = routeCall(channel, { kind, model, dialect });
  const body = testBody(kind, model, route?.upstreamModel);
  const bytes = Buffer.from(JSON.stringify({ model, ...body }));
  const read = readCall({ dialect, kind, bytes });
  if (!route && isChoosy(channel)) throw new AppError('channel_key_form');
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

/** Whether only keys of a certain form can be used. */
function isChoosy({ provider }: RuntimeChannel): boolean {
  return provider?.keyForm !== undefined;
}

function judge(
  response: {
    status: number;
    headers: Record<string, string | string[] | undefined>;
    text: string;
  },
  model: string,
  isRight: (text: string) => boolean,
): Outcome {
  if (response.status < 300 && isRight(response.text))
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

/** An access token that can't be obtained is as bad as a refused key. */
function judgeToken({ fault, message }: AccessTokenRefused, model: string): Outcome {
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

function looksRight(
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
