import type { RecoverableServer } from '@tollgate/tools';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosGateway } from './chaos-gateway.ts';
import type { ChaosScene, Scenario } from './scenario.ts';

const FAULT_MS = 6000;
const HOUR_MS = 3_600_000;
const KILLS = 4;
const BETWEEN_KILLS_MS = 2000;
const LONG_STREAMS = 12;
/** Lasts longer than any drain. */
const LONG_STREAM = { chunks: 300, gapMs: 400 };
const BOTH = ['SQLite', 'PostgreSQL'] as const;
const CLUSTER = ['PostgreSQL'] as const;

/** All scenarios, in the order of the table. */
export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'PostgreSQL stopped',
    databases: CLUSTER,
    async play({ servers, faultIsOver }) {
      await servers.postgres.crash();
      await wait(FAULT_MS);
      await servers.postgres.recover();
      faultIsOver();
    },
  },
  {
    title: 'PostgreSQL frozen',
    databases: CLUSTER,
    play: ({ servers, faultIsOver }) => freeze(servers.postgres, faultIsOver),
  },
  {
    title: 'Redis stopped',
    databases: CLUSTER,
    async play({ servers, faultIsOver }) {
      await servers.redis.halt('SIGTERM');
      await wait(FAULT_MS);
      await servers.redis.recover();
      faultIsOver();
    },
  },
  {
    title: 'Redis frozen',
    databases: CLUSTER,
    play: ({ servers, faultIsOver }) => freeze(servers.redis, faultIsOver),
  },
  {
    title: 'disk full',
    databases: BOTH,
    usesSmallDisk: true,
    canRefuse: true,
    async play({ disk, faultIsOver }) {
      const mend = disk?.fill();
      await wait(FAULT_MS);
      mend?.();
      faultIsOver();
    },
  },
  {
    title: 'clock jumps: 2 h ahead, 3 h back, right again',
    databases: BOTH,
    async play({ gateways, faultIsOver }) {
      for (const shiftMs of [2 * HOUR_MS, -HOUR_MS, 0]) {
        for (const gateway of gateways) gateway.shiftClock(shiftMs);
        if (shiftMs !== 0) await wait(FAULT_MS / 2);
      }
      faultIsOver();
    },
  },
  {
    title: 'upstream closes connections after its answers',
    databases: BOTH,
    async play({ upstream, faultIsOver }) {
      upstream.closesAfterResponses = true;
      await wait(FAULT_MS);
      upstream.closesAfterResponses = false;
      faultIsOver();
    },
  },
  {
    title: 'compressed answers (gzip, br, zstd)',
    databases: BOTH,
    async play({ upstream, faultIsOver }) {
      upstream.compresses = true;
      await wait(FAULT_MS);
      upstream.compresses = false;
      faultIsOver();
    },
  },
  {
    title: 'SIGTERM with streams that outlive the drain',
    databases: BOTH,
    play: terminate,
  },
  {
    title: `kill −9, ${KILLS} times`,
    databases: BOTH,
    kills: true,
    canRefuse: true,
    async play(scene) {
      for (let round = 0; round < KILLS; round += 1) {
        if (round > 0) await wait(BETWEEN_KILLS_MS);
        for (const gateway of scene.gateways) await restart(gateway);
      }
      scene.faultIsOver();
    },
  },
  {
    title: 'two nodes, one killed',
    databases: CLUSTER,
    nodes: 2,
    kills: true,
    async play(scene) {
      const [, second] = scene.gateways;
      await second?.halt('SIGKILL');
      await wait(FAULT_MS);
      await second?.start();
      scene.faultIsOver();
    },
  },
];

async function freeze(server: RecoverableServer, faultIsOver: () => void): Promise<void> {
  server.freeze();
  await wait(FAULT_MS);
  server.resume();
  faultIsOver();
}

async function restart(gateway: ChaosGateway): Promise<void> {
  await gateway.halt('SIGKILL');
  await gateway.start();
}

/** Stops like a service manager does: no new calls, while long streams are still running. */
async function terminate({ gateways, load, faultIsOver }: ChaosScene) {
  for (let count = 0; count < LONG_STREAMS; count += 1) load.beginStream(LONG_STREAM);
  await wait(BETWEEN_KILLS_MS);
  load.stop();
  faultIsOver();
  await Promise.all(gateways.map((gateway) => gateway.halt('SIGTERM')));
}
