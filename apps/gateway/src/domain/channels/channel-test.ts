import { CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { listChannelIdsByStatus, setTestResult } from '../../store/channels-repository.ts';
import { releaseChannel } from '../channel-health/channel-health-admin.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { writeReason } from '../error-texts.ts';
import { createClusterTask } from '../jobs/cluster-task.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import { readChannelKey } from './channel-keys-admin.ts';
import { modelToTest, testKeys, type TestResult } from './send-test.ts';

type ChannelTestContext = Pick<
  Domain,
  | 'config'
  | 'clock'
  | 'log'
  | 'store'
  | 'options'
  | 'catalog'
  | 'changes'
  | 'channelHealth'
  | 'keyring'
  | 'upstreamAccessTokens'
>;

interface TestCounts {
  total: number;
  done: number;
  failed: number;
  /** 0 while running. */
  finished_at: number;
  /** The first failures; reasons of our own are codes. */
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
  /**
   * Tests a single key, enabled or not; stores nothing on the channel. If the key passes, its health record
   * is cleared. Throws AppError channel_not_found, channel_key_not_found.
   */
  testKey(channelId: number, target: { fingerprint: string; model: string }): Promise<TestResult>;
  /** Starts testing all channels. Throws AppError channel_test_running if one is running on any node. */
  startAll(): Promise<void>;
  /** Starts testing these channels, including disabled ones; never disables one. Throws like `startAll`. */
  startChosen(ids: readonly number[]): Promise<void>;
  /** Tests the auto-disabled channels, one after another, until aborted. */
  retestDisabled(signal: AbortSignal): Promise<void>;
  /** Tests a channel that is not stored, and stores nothing. */
  testUnsaved(channel: RuntimeChannel, model: string): Promise<TestResult>;
  /** Returns the progress of the latest test of many channels, on whichever node it runs. */
  progress(): Promise<TestProgress>;
}

const AT_ONCE = 3;
const FAILURES_MAX = 50;
const NO_COUNTS: TestCounts = { total: 0, done: 0, failed: 0, finished_at: 0, failures: [] };
/** Manually disabled channels stay disabled. */
const TESTABLE = [CHANNEL_ENABLED, CHANNEL_AUTO_DISABLED];

/** Creates this process's channel tester. */
// tidy-ignore: a closure over shared state, made of short functions
export function createChannelTester(domain: ChannelTestContext): ChannelTester {
  const outbound = createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS);
  const allChannelsTest = createClusterTask<TestCounts>(domain, 'test-channels');

  async function test(channelId: number, model: string, signal?: AbortSignal): Promise<TestResult> {
    const channel = domain.catalog.find(channelId);
    if (!channel) throw new AppError('channel_not_found');
    const { outcome, responseTimeMs } = await testKeys({ domain, outbound }, channel, {
      model: modelToTest(channel, model),
      signal,
    });
    if (outcome.passed) domain.channelHealth.reset(channel.id);
    await setTestResult(domain.store.db, channel.id, {
      // The time to a refusal does not indicate how fast the channel responds.
      responseTimeMs: outcome.passed ? responseTimeMs : undefined,
      at: nowSeconds(domain.clock),
      fault: outcome.cause === null ? '' : JSON.stringify(outcome.cause),
    });
    return { ...outcome, time: responseTimeMs / 1000 };
  }

  /** Applies the result of a full test run to the channel's status. */
  async function applyRules(channel: RuntimeChannel, result: TestResult): Promise<void> {
    const thresholdSeconds = domain.options.number('ChannelDisableThreshold');
    const slow = thresholdSeconds > 0 && result.time > thresholdSeconds;
    if (channel.enabled && (slow || (!result.passed && result.bannable))) {
      await domain.channelHealth.disable(
        channel,
        slow
          ? writeReason('reason_slow_test', { seconds: result.time, limit: thresholdSeconds })
          : `${result.status} ${result.excerpt}`.trim(),
      );
    } else await reenable(channel, result);
  }

  /** Re-enables an auto-disabled channel after a successful test, if the options allow it. */
  async function reenable(channel: RuntimeChannel, result: TestResult): Promise<void> {
    const thresholdSeconds = domain.options.number('ChannelDisableThreshold');
    const slow = thresholdSeconds > 0 && result.time > thresholdSeconds;
    if (!channel.enabled && result.passed && !slow) await domain.channelHealth.enable(channel.id);
  }

  /** Runs a manual test: it never disables a channel, but may re-enable it. */
  async function testAndRevive(id: number, model: string): Promise<TestResult> {
    const channel = domain.catalog.find(id);
    const result = await test(id, model);
    const { passed, status } = result;
    noteAudited({ id, name: channel?.name, after: { model: result.model, passed, status } });
    if (channel) await reenable(channel, result);
    return result;
  }

  async function testKey(
    id: number,
    { fingerprint, model }: { fingerprint: string; model: string },
  ): Promise<TestResult> {
    const channel = domain.catalog.find(id);
    if (!channel) throw new AppError('channel_not_found');
    const key = await readChannelKey(domain, id, fingerprint);
    const singleKeyChannel = { ...channel, key, keyFingerprint: fingerprint, variants: [] };
    const target = { model: modelToTest(channel, model), signal: undefined };
    const { outcome, responseTimeMs } = await testKeys(
      { domain, outbound },
      singleKeyChannel,
      target,
    );
    const { passed, status } = outcome;
    noteAudited({
      id,
      name: channel.name,
      after: { fingerprint, model: target.model, passed, status },
    });
    if (passed && channel.variants.some(({ keyFingerprint }) => keyFingerprint === fingerprint))
      await releaseChannel(domain, { id, key: fingerprint });
    return { ...outcome, time: responseTimeMs / 1000 };
  }

  /**
   * Tests a channel and applies the consequences. Returns why it failed; empty if it passed or no longer
   * exists.
   */
  async function testOne(
    id: number,
    signal: AbortSignal | undefined,
    follow: typeof applyRules,
  ): Promise<string> {
    const channel = domain.catalog.find(id);
    if (!channel) return '';
    try {
      const result = await test(id, '', signal);
      if (!signal?.aborted) await follow(channel, result);
      return result.passed ? '' : result.excerpt || String(result.status);
    } catch (error) {
      return error instanceof AppError ? 'reason_not_testable' : 'reason_unreachable';
    }
  }

  type Report = (counts: TestCounts) => void;

  async function testMany(
    queue: number[],
    follow: typeof applyRules,
    { report, signal }: { report: Report; signal: AbortSignal },
  ): Promise<void> {
    const counts: TestCounts = { ...NO_COUNTS, total: queue.length, failures: [] };
    report(counts);
    const worker = async () => {
      for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
        const { name = '' } = domain.catalog.find(id) ?? {};
        const reason = await testOne(id, signal, follow);
        counts.done += 1;
        if (reason !== '') {
          counts.failed += 1;
          if (counts.failures.length < FAILURES_MAX) counts.failures.push({ id, name, reason });
        }
        report(counts);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (!signal.aborted) report({ ...counts, finished_at: nowSeconds(domain.clock) });
  }

  async function start(queue: () => Promise<number[]>, follow: typeof applyRules): Promise<void> {
    const started = await allChannelsTest.start(async (report: Report, signal) =>
      testMany(await queue(), follow, { report, signal }),
    );
    if (!started) throw new AppError('channel_test_running');
  }

  async function retestDisabled(signal: AbortSignal): Promise<void> {
    for (const id of await listChannelIdsByStatus(domain.store.db, [CHANNEL_AUTO_DISABLED])) {
      await testOne(id, signal, applyRules);
      if (signal.aborted) return;
    }
  }

  return {
    test: testAndRevive,
    testKey,
    retestDisabled,
    async testUnsaved(channel, model) {
      const target = { model: modelToTest(channel, model), signal: undefined };
      const { outcome, responseTimeMs } = await testKeys({ domain, outbound }, channel, target);
      return { ...outcome, time: responseTimeMs / 1000 };
    },
    startAll: () => start(() => listChannelIdsByStatus(domain.store.db, TESTABLE), applyRules),
    startChosen: (ids) => start(async () => [...new Set(ids)], reenable),
    async progress() {
      const run = await allChannelsTest.read();
      return {
        ...NO_COUNTS,
        ...run?.progress,
        running: run?.running ?? false,
        started_at: run?.startedAt ?? 0,
      };
    },
  };
}
