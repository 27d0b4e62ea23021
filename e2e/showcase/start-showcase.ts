import {
  createConsoleClient,
  type ConsoleClient,
  findFreePort,
  SHIFT_CLOCK_PRELOAD,
} from '@tollgate/tools';
import { endpoints } from '@tollgate/contract';
import {
  simulatedPaymentOptions,
  startFileSimulator,
  startMidjourneySimulator,
  startNotificationSimulator,
  startPaymentSimulators,
  startSunoSimulator,
  startVendorSimulators,
} from '@tollgate/simulators';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../gateway.ts';
import { foundTeam } from './found-team.ts';
import { runLine, submitBatches } from './furnish-batches.ts';
import { furnishLists, RECEIVER_SECRET } from './furnish-lists.ts';
import { furnishOperations } from './furnish-operations.ts';
import { drawCall } from './showcase-calls.ts';
import { listShowcaseChannels } from './showcase-channels.ts';
import { ShowcaseClock } from './showcase-clock.ts';
import { listShowcaseRules } from './showcase-rules.ts';
import {
  SHOWCASE_PASSWORD,
  SHOWCASE_PEOPLE,
  type ShowcaseCaller,
  type ShowcasePerson,
} from './showcase-people.ts';

const HOUR_MS = 3_600_000;
const PAST_HOURS = 28 * 24;
/** Anything older is replayed in bigger steps. */
const FINE_HOURS = 48;
const COARSE_STEP_HOURS = 6;
const CALLS_AN_HOUR = 14;
const AT_ONCE = 120;
/** As long as a drawing takes: tasks created then are completed now. */
const LISTS_BACK_MS = 45_000;
const LAST_CALLS_BACK_MS = 40_000;
const UNITS_PER_USD = 500_000;
/** So that sessions and logins are of a device with a name. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};

export interface Showcase {
  url: string;
  /** The stored session of each account, by name. */
  sessions: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface Site {
  url: string;
  clock: ShowcaseClock;
  random: () => number;
  print: (line: string) => void;
}

/**
 * Starts a gateway with four weeks of history: accounts, channels, codes, payments and calls, all made
 * through its own interfaces while its clock advanced from then to now, so that all sums on all pages agree.
 */
export async function startShowcase(print: (line: string) => void): Promise<Showcase> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-showcase-'));
  const clock = new ShowcaseClock(join(folder, 'clock'));
  await clock.setBack(PAST_HOURS * HOUR_MS);
  const firstPort = await findFreePort();
  const nowMs = () => clock.nowMs();
  const [drawings, songs, batches, receiver] = await Promise.all([
    startMidjourneySimulator({ nowMs }),
    startSunoSimulator({ nowMs }),
    startFileSimulator({ keys: ['sk-showcase'], nowMs, outcome: runLine }),
    startNotificationSimulator({
      secret: RECEIVER_SECRET,
      nowSeconds: () => Math.floor(nowMs() / 1000),
    }),
  ]);
  const servers = [
    drawings,
    songs,
    batches,
    receiver,
    ...(await startVendorSimulators(firstPort)),
    ...(await startPaymentSimulators(firstPort)),
  ];
  const gateway = await startGateway({
    ...clock.env,
    NODE_OPTIONS: `--import=${SHIFT_CLOCK_PRELOAD}`,
    LOG_LEVEL: 'error',
    // The receiver of notifications is on this machine.
    ALLOW_PRIVATE_MEDIA: 'on',
  });
  const site: Site = { url: gateway.url, clock, print, random: createRandom(20_261_122) };
  const callers = await furnish(site, firstPort);
  await liveThrough(site, callers);
  const root = await openClient(gateway.url, 'root', '123456');
  const clientOf = (username: string) => openClient(gateway.url, username, SHOWCASE_PASSWORD);
  const endBatches = await submitBatches({ url: gateway.url, root, clientOf, batches });
  await clock.setBack(LISTS_BACK_MS);
  await endBatches();
  // Days have passed by the clock, and creating a channel requires a recent login.
  const operator = await openClient(gateway.url, 'root', '123456');
  const lists = {
    url: gateway.url,
    firstPort,
    root: operator,
    clientOf,
    drawings,
    songs,
    receiver,
  };
  await furnishLists(lists);
  await furnishOperations(lists);
  await clock.setBack(LAST_CALLS_BACK_MS);
  await callMany(site, callers, 40);
  await clock.setBack(0);
  return {
    url: gateway.url,
    sessions: await signInAll(site.url),
    async stop() {
      await gateway.stop();
      await Promise.all(servers.map((server) => server.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates what the site had on its first day; returns the keys that will make calls. */
async function furnish({ url, print }: Site, firstPort: number): Promise<ShowcaseCaller[]> {
  print('channels, accounts and money');
  const root = await openClient(url, 'root', '123456');
  for (const body of listShowcaseChannels(firstPort))
    await root.call(endpoints.createChannel, { body });
  const options = {
    SystemName: 'Tollgate',
    ServerAddress: url,
    RetryTimes: '2',
    ...simulatedPaymentOptions(firstPort),
  };
  await root.call(endpoints.updateOptions, {
    body: { options: Object.entries(options).map(([key, value]) => ({ key, value })) },
  });
  for (const body of listShowcaseRules()) await root.call(endpoints.createTrafficRule, { body });
  const callers: ShowcaseCaller[] = [];
  for (const person of SHOWCASE_PEOPLE) callers.push(...(await settle(url, root, person)));
  callers.push(...(await foundTeam((username) => openClient(url, username, SHOWCASE_PASSWORD))));
  await root.call(endpoints.createRedemptions, {
    body: { name: 'Spring campaign', quota: 5 * UNITS_PER_USD, count: 12 },
  });
  return callers;
}

async function settle(
  url: string,
  root: ConsoleClient,
  person: ShowcasePerson,
): Promise<ShowcaseCaller[]> {
  const { username, displayName, role, group, topUp, keys, weight } = person;
  const user = await root.call(endpoints.createUser, {
    body: { username, password: SHOWCASE_PASSWORD, display_name: displayName, role },
  });
  await root.call(endpoints.updateUser, { body: { id: user.id, group } });
  const [code = ''] = await root.call(endpoints.createRedemptions, {
    body: { name: `Order of ${username}`, quota: topUp * UNITS_PER_USD, count: 1 },
  });
  const client = await openClient(url, username, SHOWCASE_PASSWORD);
  await client.call(endpoints.redeemCode, { body: { key: code } });
  const callers: ShowcaseCaller[] = [];
  for (const name of keys) {
    const { key } = await client.call(endpoints.createToken, {
      body: { name, unlimited_quota: true },
    });
    callers.push({ key: key.startsWith('sk-') ? key : `sk-${key}`, weight: weight / keys.length });
  }
  return callers;
}

async function liveThrough(site: Site, callers: readonly ShowcaseCaller[]): Promise<void> {
  for (let hours = PAST_HOURS; hours > 0;) {
    const step = hours > FINE_HOURS ? COARSE_STEP_HOURS : 1;
    await site.clock.setBack(hours * HOUR_MS);
    const busy = howBusy(Date.now() - hours * HOUR_MS);
    const growth = 1 + (PAST_HOURS - hours) / PAST_HOURS;
    await callMany(site, callers, Math.round(step * CALLS_AN_HOUR * busy * growth));
    hours -= step;
    if (hours % 24 === 0) site.print(`${hours / 24} days to go`);
  }
}

/** From 0.3 at night and 0.5 at weekends to 1.5 in the middle of a working day. */
function howBusy(atMs: number): number {
  const at = new Date(atMs);
  const weekend = at.getUTCDay() % 6 === 0 ? 0.5 : 1;
  return weekend * (0.9 - 0.6 * Math.cos(((at.getUTCHours() - 2) / 24) * 2 * Math.PI));
}

async function callMany(
  site: Site,
  callers: readonly ShowcaseCaller[],
  count: number,
): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const request = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${drawCaller(site.random, callers).key}`,
        },
        body: drawCall(site.random).body,
      };
      const send = () => fetch(`${site.url}/v1/chat/completions`, request);
      // On a slow machine a kept connection may be closed just as it is used again.
      const response = await send().catch(send);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, AT_ONCE) }, worker));
}

function drawCaller(random: () => number, callers: readonly ShowcaseCaller[]): ShowcaseCaller {
  let at = random() * callers.reduce((sum, { weight }) => sum + weight, 0);
  for (const caller of callers) if ((at -= caller.weight) < 0) return caller;
  return callers[0] as ShowcaseCaller;
}

async function signInAll(url: string): Promise<Record<string, string>> {
  const sessions: Record<string, string> = {};
  for (const [username, password] of [
    ['root', '123456'],
    ...SHOWCASE_PEOPLE.map((person) => [person.username, SHOWCASE_PASSWORD] as const),
  ] as const)
    sessions[username] = JSON.stringify(await signIn(url, username, password));
  return sessions;
}

const signIn = (url: string, username: string, password: string) =>
  createConsoleClient(url, undefined, BROWSER).call(endpoints.login, {
    body: { username, password },
  });

async function openClient(url: string, username: string, password: string): Promise<ConsoleClient> {
  return createConsoleClient(url, (await signIn(url, username, password)) ?? undefined);
}

/** Returns a generator of numbers in [0, 1), the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
