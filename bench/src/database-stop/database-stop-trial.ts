import { startPostgres, type PostgresServer } from '@tollgate/tools';
import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { openConsole } from '../open-console.ts';
import { setUpGateway } from '../setup-gateway.ts';
import { startPlainMock } from '../mock-plain.ts';
import { readJournal, timeUntil, waitUntilShipped } from '../read-journal.ts';
import { startGateway } from '../start-gateway.ts';
import { renderTable } from '../table.ts';
import type { Print, Trial } from '../trial.ts';
import { BENCH_MODEL } from '../workloads.ts';

const CALM_SECONDS = 5;
const TICK_MS = 10;
const BODY = JSON.stringify({
  model: BENCH_MODEL,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Say hello.' }],
});

type Phase = 'before' | 'stopped' | 'after';
type Counts = Record<Phase, { whole: number; refused: number; broken: number }>;

/** Measures the cost of a database outage: calls, and charges. */
export const databaseStopTrial: Trial = {
  name: 'database-stop',
  title: 'PostgreSQL stopped under load',
  options: { seconds: 20, rate: 200 },
  async run(stage, { seconds = 20, rate = 200 }, print) {
    const mock = await startPlainMock(stage);
    const postgres = await startPostgres({ keepsCommits: true });
    const gateway = await startGateway(stage, { env: { DATABASE_URL: postgres.url } });
    try {
      const key = await setUpGateway({
        url: gateway.url,
        upstreams: [mock.url],
        model: BENCH_MODEL,
      });
      const outcome = await stopUnderLoad({
        url: gateway.url,
        key,
        postgres,
        seconds,
        rate,
        print,
      });
      const { total } = await (
        await openConsole(gateway.url)
      ).call<{ total: number }>('POST', '/api/system/check');
      const lost = await countLost(postgres.url, outcome.ids);
      return render({ ...outcome, seconds, rate, lost, discrepancies: total });
    } finally {
      await gateway.stop();
      await postgres.stop();
      await mock.stop();
    }
  },
};

interface Scene {
  url: string;
  key: string;
  postgres: PostgresServer;
  seconds: number;
  rate: number;
  print: Print;
}

/** Makes calls at a fixed rate before, during and after the outage. */
async function stopUnderLoad({ url, key, postgres, seconds, rate, print }: Scene) {
  const none = () => ({ whole: 0, refused: 0, broken: 0 });
  const counts: Counts = { before: none(), stopped: none(), after: none() };
  const ids: string[] = [];
  let phase: Phase = 'before';
  const load = callSteadily(url, key, rate, (ending, id) => {
    counts[phase][ending] += 1;
    if (id !== undefined) ids.push(id);
  });
  await wait(CALM_SECONDS * 1000);
  phase = 'stopped';
  await postgres.crash();
  print(`  stopped; ${JSON.stringify(counts)}`);
  await wait(seconds * 500);
  const readyDuring = (await fetch(`${url}/readyz`)).status;
  await wait(seconds * 500);
  const journal = await readJournal(url);
  await postgres.recover();
  phase = 'after';
  const backMs = await waitUntilReady(url);
  print(`  back; ${JSON.stringify(counts)}`);
  await wait(CALM_SECONDS * 1000);
  await load.end();
  const shippedMs = await waitUntilShipped(url);
  return { counts, ids, readyDuring, journal, backMs, shippedMs };
}

type Ending = 'whole' | 'refused' | 'broken';

function callSteadily(
  url: string,
  key: string,
  rate: number,
  ended: (ending: Ending, id?: string) => void,
) {
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  let started = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) / 1000) * rate);
    for (; started < due; started += 1) {
      const call: Promise<void> = callOnce(url, key)
        .then(({ ending, id }) => ended(ending, id))
        .finally(() => open.delete(call));
      open.add(call);
    }
  }, TICK_MS);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

async function callOnce(url: string, key: string): Promise<{ ending: Ending; id?: string }> {
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: BODY,
    });
    await response.text();
    if (response.status !== 200) return { ending: 'refused' };
    return { ending: 'whole', id: response.headers.get('x-request-id') ?? '' };
  } catch {
    return { ending: 'broken' };
  }
}

/** The gateway is ready throughout; the database is back once /readyz no longer mentions it. */
const waitUntilReady = (url: string) =>
  timeUntil(async () => !(await (await fetch(`${url}/readyz`)).text()).includes('database'));

/** Counts complete responses that are not in the log exactly once. */
async function countLost(databaseUrl: string, ids: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; times: string }>(
    'SELECT request_id AS id, count(*) AS times FROM logs WHERE type = 2 GROUP BY request_id',
  );
  await client.end();
  const times = new Map(rows.map((row) => [row.id, Number(row.times)]));
  return ids.filter((id) => times.get(id) !== 1).length;
}

type Result = Awaited<ReturnType<typeof stopUnderLoad>> & {
  seconds: number;
  rate: number;
  lost: number;
  discrepancies: number;
};

function render({ counts, ids, lost, discrepancies, ...result }: Result): string {
  const phases = Object.entries(counts).map(([phase, { whole, refused, broken }]) => [
    phase,
    String(whole),
    String(refused),
    String(broken),
  ]);
  return [
    `${result.rate} calls a second; after ${CALM_SECONDS} s the server is ended at once (immediate shutdown), after ${result.seconds} s more it is started again.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [
        [
          'charges of whole answers lost or double',
          String(lost),
          '0',
          '0',
          lost === 0 ? 'aim reached' : 'BELOW',
        ],
      ],
    ),
    renderTable(['Phase', 'whole answers', 'refused (503)', 'broken'], phases),
    `${ids.length} answers were looked up in the log. While it was stopped /readyz answered ${result.readyDuring} and ${result.journal} charges waited in the journal. Ready ${result.backMs} ms after the start, the journal empty ${result.shippedMs} ms after the last call. Discrepancies in the books: ${discrepancies}.`,
  ].join('\n\n');
}
