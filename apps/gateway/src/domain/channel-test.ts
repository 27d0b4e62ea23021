import { CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import { classifyFault, openTranslation, readCall, type Translation } from '@tollgate/dialects';
import { AppError } from '../platform/app-error.ts';
import { nowSeconds } from '../platform/clock.ts';
import { AddressNotAllowed } from '../platform/address-guard.ts';
import { createOutbound, type Outbound } from '../platform/outbound.ts';
import { setTestResult } from '../store/channels-repository.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import { type ChannelRoute, routeCall } from './channel-route.ts';
import type { Domain } from './domain.ts';
import { createSharedRun } from './jobs/shared-run.ts';

export interface TestResult {
  passed: boolean;
  /** Seconds. */
  time: number;
  model: string;
  status: number;
  /** First 200 characters of the fault, or a reason code; empty when the test passed. */
  excerpt: string;
  /** True where the fault is the channel's own (bad key, no money). */
  bannable: boolean;
}

interface TestCounts {
  total: number;
  done: number;
  failed: number;
}

export interface TestProgress extends TestCounts {
  running: boolean;
  started_at: number;
}

export interface ChannelTester {
  /** Sends a tiny call through a channel and notes the result on it. Throws AppError channel_not_found. */
  test(channelId: number, model: string): Promise<TestResult>;
  /** Starts testing all channels. Throws AppError channel_test_running while any node is at it. */
  startAll(): Promise<void>;
  /** Tests the channels that the gateway switched off itself, one after another, until told to stop. */
  retestDisabled(signal: AbortSignal): Promise<void>;
  /** How far the latest test of all channels is, on whichever node it runs. */
  progress(): Promise<TestProgress>;
}

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const AT_ONCE = 3;
const EXCERPT_LENGTH = 200;
/** What a person switched off stays off. */
const TESTABLE = [CHANNEL_ENABLED, CHANNEL_AUTO_DISABLED];
const EMBEDDING_MODEL = /embed|bge-|m3e/i;

/** The tester of this process. */
// tidy-ignore: a closure over shared state, made of short functions
export function createChannelTester(domain: Domain): ChannelTester {
  const outbound = createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS);
  const everything = createSharedRun<TestCounts>(domain, 'test-channels');

  async function test(channelId: number, model: string, signal?: AbortSignal): Promise<TestResult> {
    const channel = domain.catalog.find(channelId);
    if (!channel) throw new AppError('channel_not_found');
    const { outcome, responseTimeMs } = await testKeys(channel, {
      model: modelToTest(channel, model),
      signal,
    });
    if (outcome.passed) domain.channelHealth.forgive(channel.id);
    await setTestResult(domain.store.db, channel.id, {
      responseTimeMs,
      at: nowSeconds(domain.clock),
    });
    return { ...outcome, time: responseTimeMs / 1000 };
  }

  /** Tries the channel's keys until one passes: a channel with several is good while one of them is. */
  async function testKeys(channel: RuntimeChannel, wish: TestWish) {
    const [first = channel, ...others] = channel.variants;
    let result = await timed(() => sendTest(outbound, first, wish));
    for (const variant of others) {
      if (result.outcome.passed || !result.outcome.bannable) break;
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      result = await timed(() => sendTest(outbound, variant, wish));
    }
    return result;
  }

  /** What a test in the big round means for the channel's status. */
  async function applyRules(channel: RuntimeChannel, result: TestResult): Promise<void> {
    const threshold = domain.options.number('ChannelDisableThreshold');
    const slow = threshold > 0 && result.time > threshold;
    if (channel.enabled && (slow || (!result.passed && result.bannable))) {
      await domain.channelHealth.disable(
        channel,
        slow ? `the test took ${result.time} s, the limit is ${threshold} s` : result.excerpt,
      );
    } else if (!channel.enabled && result.passed && !slow)
      await domain.channelHealth.enable(channel.id);
  }

  /** Tests a channel and applies the rules; undefined when it is gone. */
  async function testOne(id: number, signal?: AbortSignal): Promise<boolean | undefined> {
    const channel = domain.catalog.find(id);
    if (!channel) return undefined;
    const result = await test(id, '', signal).catch(() => undefined);
    if (result && !signal?.aborted) await applyRules(channel, result);
    return result?.passed ?? false;
  }

  async function testAll(report: (counts: TestCounts) => void, signal: AbortSignal): Promise<void> {
    const queue = await listByStatus(domain, TESTABLE);
    const counts: TestCounts = { total: queue.length, done: 0, failed: 0 };
    report(counts);
    const worker = async () => {
      for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
        const passed = await testOne(id, signal);
        if (passed === undefined) continue;
        counts.done += 1;
        if (!passed) counts.failed += 1;
        report(counts);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  async function retestDisabled(signal: AbortSignal): Promise<void> {
    for (const id of await listByStatus(domain, [CHANNEL_AUTO_DISABLED])) {
      await testOne(id, signal);
      if (signal.aborted) return;
    }
  }

  return {
    test,
    retestDisabled,
    async startAll() {
      if (!(await everything.start(testAll))) throw new AppError('channel_test_running');
    },
    async progress() {
      const run = await everything.read();
      const { total, done, failed } = run?.progress ?? { total: 0, done: 0, failed: 0 };
      return {
        running: run?.running ?? false,
        total,
        done,
        failed,
        started_at: run?.startedAt ?? 0,
      };
    },
  };
}

async function listByStatus(domain: Domain, statuses: readonly number[]): Promise<number[]> {
  const rows = await domain.store.db
    .selectFrom('channels')
    .select('id')
    .where('status', 'in', statuses)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
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

interface TestWish {
  model: string;
  signal: AbortSignal | undefined;
}

async function sendTest(
  outbound: Outbound,
  channel: RuntimeChannel,
  { model, signal }: TestWish,
): Promise<Omit<TestResult, 'time'>> {
  const { route, translation } = prepareTest(channel, model);
  try {
    const answer = await outbound({
      url: route.url,
      method: 'POST',
      headers: headersOf(route),
      body: Buffer.from(translation.body).toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_MAX,
      signal,
    });
    return judge(answer, model, translation);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason =
      error instanceof AddressNotAllowed
        ? 'reason_address_not_allowed'
        : (error as Error).name === 'TimeoutError'
          ? 'reason_timeout'
          : 'reason_unreachable';
    return { passed: false, model, status: 0, excerpt: reason, bannable: false };
  }
}

interface PreparedTest {
  route: ChannelRoute;
  translation: Translation;
}

/** The test as a call of the relay would go. Throws AppError where the channel can't take it. */
function prepareTest(channel: RuntimeChannel, model: string): PreparedTest {
  const kind = EMBEDDING_MODEL.test(model) ? 'embeddings' : 'chat';
  const dialect = 'openai-chat';
  const route = routeCall(channel, { kind, model, dialect });
  const body =
    kind === 'chat' ? testChat(model, route?.upstreamModel) : { model, input: ['hello'] };
  const read = readCall({ dialect, kind, bytes: Buffer.from(JSON.stringify(body)) });
  if (!route || !read.ok) throw new AppError('channel_test_not_supported');
  const opened = openTranslation({
    call: read.call,
    to: route.dialect,
    upstreamModel: route.upstreamModel,
    id: 'test',
    createdSeconds: 0,
    injectUsage: false,
    ...(route.overrides ? { overrides: route.overrides } : {}),
  });
  if (!opened.ok) throw new AppError('channel_test_not_supported');
  return { route, translation: opened.translation };
}

function headersOf({ headers, clientHeaders }: ChannelRoute): Record<string, string> {
  const sent: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) sent[headers[at] ?? ''] = headers[at + 1] ?? '';
  for (const [name, value] of clientHeaders) if (value !== null) sent[name] ??= value;
  return sent;
}

function testChat(model: string, upstreamModel = model) {
  const limit = /^(o\d|gpt-[5-9])/.test(upstreamModel) ? 'max_completion_tokens' : 'max_tokens';
  return { model, messages: [{ role: 'user', content: 'hi' }], stream: false, [limit]: 16 };
}

function judge(
  answer: { status: number; headers: Record<string, string | string[] | undefined>; text: string },
  model: string,
  translation: Translation,
) {
  if (answer.status < 300 && looksRight(answer.text, translation))
    return { passed: true, model, status: answer.status, excerpt: '', bannable: false };
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')]),
  );
  const fault = classifyFault({
    status: answer.status,
    headers,
    bodyExcerpt: answer.text.slice(0, 65_536),
  });
  return {
    passed: false,
    model,
    status: answer.status,
    excerpt: (fault.excerpt || fault.message).slice(0, EXCERPT_LENGTH),
    bannable: fault.bannable,
  };
}

function looksRight(text: string, { passesThrough, readAnswer }: Translation): boolean {
  if (!passesThrough) return readAnswer(Buffer.from(text)).ok;
  try {
    const body = JSON.parse(text) as { choices?: unknown; data?: unknown; error?: unknown };
    return body.error === undefined && (Array.isArray(body.choices) || Array.isArray(body.data));
  } catch {
    return false;
  }
}
