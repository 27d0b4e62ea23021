import { readFileSync, writeFileSync } from 'node:fs';
import { CASES } from './cases/cases.ts';
import type { ExpectedCharge, Target } from './cases/case-context.ts';
import { type MockServers, startMockServers } from './mocks/mock-servers.ts';
import { listMockChannels, type UpstreamKind } from './mocks/upstreams.ts';
import type { Command } from './read-command.ts';
import { listRuns } from './run/list-runs.ts';
import { buildTables, renderMarkdown } from './run/matrix.ts';
import { renderReport } from './run/report.ts';
import { type Result, runAll } from './run/run-all.ts';
import { type ChargeReport, checkCharges } from './setup/check-charges.ts';
import { setUpTollgate, signIn } from './setup/set-up-tollgate.ts';

/** Result of a run of the suite. */
export interface Findings {
  results: Result[];
  /** Absent without an administrator account. */
  charges: ChargeReport | undefined;
  passed: boolean;
}

/** Runs the requested cases; `print` receives the report. */
export async function runCommand(
  command: Command,
  print: (text: string) => void,
): Promise<Findings> {
  const mocks = command.mocks
    ? await startMockServers(command.mockPort, addressFor(command))
    : undefined;
  try {
    const { results, charges } = await runSuite(command, mocks);
    writeFiles(command, results, charges);
    print(renderReport(results, command.upstreams, command.verbose));
    if (charges) {
      for (const line of charges.wrong.slice(0, 50)) print(`✗ ${line}`);
      print(`${charges.checked} charges compared with the formula, ${charges.wrong.length} wrong`);
    }
    const hasFailed = results.some(({ outcome }) => outcome === 'failed');
    return { results, charges, passed: !hasFailed && (charges?.wrong.length ?? 0) === 0 };
  } finally {
    await mocks?.close();
  }
}

async function runSuite(
  command: Command,
  mocks: MockServers | undefined,
): Promise<Omit<Findings, 'passed'>> {
  const { baseUrl, admin, setup } = command;
  const root = admin && (await signIn(baseUrl, admin.name, admin.password));
  const urlOf = (kind: UpstreamKind) => withHost(mocks?.url(kind) ?? '', command.mockHost);
  const createdKey =
    setup && root && mocks ? await setUpTollgate(root, listMockChannels(urlOf)) : undefined;
  const charges: ExpectedCharge[] = [];
  const target: Target = {
    baseUrl,
    key: command.key ?? createdKey ?? '',
    models: readModels(command.models),
    mocks,
    charges,
    neverSend: command.neverSend,
  };
  const cases = CASES.filter(({ name }) => command.cases.includes(name));
  const { clients, upstreams } = command;
  const runs = listRuns({ cases, clients, upstreams, hasMocks: mocks !== undefined });
  const results = await runAll(target, runs, command.parallel);
  // Charges can be verified only for prices that the suite set itself.
  const isPriced = root && createdKey !== undefined;
  return { results, charges: isPriced ? await checkCharges(root, charges) : undefined };
}

/** The mocks listen beyond the loopback address only if another host was given. */
function addressFor({ mockHost }: Command): string {
  return mockHost === '127.0.0.1' || mockHost === 'localhost' ? '127.0.0.1' : '0.0.0.0';
}

function withHost(url: string, host: string): string {
  return url.replace('127.0.0.1', host);
}

function readModels(file: string | undefined): Target['models'] {
  return file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Target['models']);
}

function writeFiles(command: Command, results: Result[], charges: ChargeReport | undefined): void {
  if (command.json !== undefined)
    writeFileSync(command.json, `${JSON.stringify({ results, charges }, undefined, 2)}\n`);
  if (command.markdown !== undefined) {
    const tables = buildTables(results, command.upstreams).map(renderMarkdown);
    writeFileSync(command.markdown, `${tables.join('\n\n')}\n`);
  }
}
