import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from '../stage.ts';
import { ChaosGateway } from './chaos-gateway.ts';
import { ChaosLoad, type ChaosKey } from './chaos-load.ts';
import type { ChaosServers } from './chaos-servers.ts';
import { type ChaosUpstream, startChaosUpstream } from './chaos-upstream.ts';
import { ConsoleWatch } from './console-watch.ts';
import { FaultEnd } from './fault-end.ts';
import { type JudgedCalls, judgeCalls } from './judge-calls.ts';
import { type LedgerState, readPostgresLedger, readSqliteLedger } from './read-ledger-state.ts';
import type { ChaosScene, DatabaseName, Scenario } from './scenario.ts';
import { setUpCallers } from './set-up-callers.ts';
import { mountSmallDisk } from './small-disk.ts';
import { StallWatch } from './stall-watch.ts';

/** Long enough for leases to adapt to the spending, so that calls continue while the database is down. */
const CALM_MS = 6000;
const AFTER_MS = 2500;
const RECOVERY_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 20;

export interface ScenarioResult extends JudgedCalls, Omit<LedgerState, 'charges'> {
  scenario: Scenario;
  database: DatabaseName;
  /** Calls completed by the upstream. */
  upstreamResponses: number;
  longestStallMs: number;
  /** Time of the slowest response of the console API, whatever its status. */
  slowestConsoleMs: number;
  /** Time from the end of the fault to full recovery; undefined if that never happened. */
  recoveryMs: number | undefined;
}

export interface RunOptions {
  stage: Stage;
  servers: ChaosServers;
  scenario: Scenario;
  database: DatabaseName;
  /** Calls started per second. */
  rate: number;
}

/**
 * Runs one scenario on one database with its own processes, and compares what clients received with the
 * ledger.
 */
export async function runScenario(options: RunOptions): Promise<ScenarioResult> {
  const { stage, scenario, database, servers } = options;
  const directory = mkdtempSync(join(stage.directory, 'chaos-'));
  const disk = scenario.usesSmallDisk ? mountSmallDisk(join(directory, 'disk')) : undefined;
  const databaseUrl = database === 'PostgreSQL' ? await servers.createDatabase() : undefined;
  const upstream = await startChaosUpstream();
  const gateways = Array.from(
    { length: scenario.nodes ?? 1 },
    (_, index) =>
      new ChaosGateway({
        stage,
        dataDirectory: join(disk?.path ?? directory, `node-${index}`),
        env:
          databaseUrl === undefined
            ? {}
            : {
                DATABASE_URL: databaseUrl,
                REDIS_URL: servers.redis.url,
                // All nodes of an installation have the same master key.
                MASTER_KEY: 'c4'.repeat(32),
              },
      }),
  );
  try {
    for (const gateway of gateways) await gateway.start();
    const keys = await setUpCallers(gateways[0]?.url ?? '', upstream.url);
    const played = await playUnderLoad({ ...options, gateways, upstream, keys, disk });
    const ledger =
      databaseUrl === undefined
        ? await readSqliteLedger(gateways[0]?.dataDirectory ?? '')
        : await readPostgresLedger(
            databaseUrl,
            gateways.map(({ dataDirectory }) => dataDirectory),
          );
    const { records, ...times } = played;
    const { charges, ...left } = ledger;
    const judged = judgeCalls(records, charges, scenario.kills === true);
    return {
      scenario,
      database,
      upstreamResponses: upstream.responseCount(),
      ...judged,
      ...left,
      ...times,
    };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.halt('SIGKILL')));
    await upstream.close();
    disk?.unmount();
  }
}

interface Cast extends RunOptions {
  gateways: readonly ChaosGateway[];
  upstream: ChaosUpstream;
  keys: readonly ChaosKey[];
  disk: ChaosScene['disk'];
}

/** Makes calls before, during and after the fault, then stops every gateway gracefully. */
async function playUnderLoad(cast: Cast) {
  const { gateways, upstream, keys, rate, disk, servers, scenario } = cast;
  const urls = () => gateways.flatMap(({ url }) => url ?? []);
  const stalls = new StallWatch(urls);
  const console = new ConsoleWatch(urls);
  const load = new ChaosLoad({ urls, keys, rate, withLeavers: scenario.kills !== true });
  const faultEnd = new FaultEnd();
  const faultIsOver = () => faultEnd.mark(performance.now());
  try {
    await wait(CALM_MS);
    await scenario.play({ gateways, upstream, load, servers, disk, faultIsOver });
    // Fails before waiting if the scenario has not said when.
    faultEnd.elapsedMs(performance.now());
    const recovered = await waitUntilWell(urls());
    const recoveryMs = recovered ? faultEnd.elapsedMs(performance.now()) : undefined;
    await wait(urls().length > 0 ? AFTER_MS : 0);
    await load.end();
    await Promise.all(urls().map((url) => stalls.look(url)));
    await Promise.all(gateways.map((gateway) => gateway.halt('SIGINT')));
    return {
      records: load.records,
      recoveryMs,
      longestStallMs: Math.round(stalls.longestMs),
      slowestConsoleMs: Math.round(console.slowestMs),
    };
  } finally {
    load.stop();
    console.close();
    stalls.close();
  }
}

/** Resolves with true once every gateway reports readiness; with false if that takes too long. */
async function waitUntilWell(urls: readonly string[]): Promise<boolean> {
  const deadline = performance.now() + RECOVERY_LIMIT_MS;
  for (const url of urls)
    while (!(await isWell(url))) {
      if (performance.now() > deadline) return false;
      await wait(LOOK_EVERY_MS);
    }
  return true;
}

async function isWell(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RECOVERY_LIMIT_MS);
    const ready = await fetch(`${url}/readyz`, { signal });
    await ready.text();
    return ready.status === 200;
  } catch {
    return false;
  }
}
