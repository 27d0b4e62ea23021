import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClientDriver } from './clients/client-driver.ts';
import type { TurnResult } from './clients/conversation.ts';
import { installClients, versionOf } from './clients/install-clients.ts';
import { listDrivers } from './clients/list-drivers.ts';
import { type ClientReport, renderMatrix } from './clients/render-matrix.ts';
import { recordSession } from './clients/record-session.ts';
import { runClient } from './clients/run-client.ts';
import { openStage } from './clients/stage.ts';
import { writeFile } from './clients/write-file.ts';
import { exitOnSignals } from './process/kill-at-exit.ts';
import { printHeading, printLine, printStep } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { repositoryRoot } from './repository.ts';

/**
 * `npm run clients [-- <name> …]`: installs real coding agents and drives them through the gateway against
 * strict upstreams. `--write` writes the matrix to docs/clients.md; `--record` saves their requests as
 * fixtures instead of computing the matrix.
 */
requireNode();
exitOnSignals();
const { values, positionals } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const drivers = listDrivers().filter(
  ({ name }) => positionals.length === 0 || positionals.some((each) => isNamed(name, each)),
);
await installClients();
const stage = await openStage();
if (values.record) {
  for (const driver of drivers) await record(driver);
  await stage.close();
  process.exit(0);
}
const reports: ClientReport[] = [];
for (const driver of drivers) reports.push(await report(driver));
await stage.close();
const today = new Date().toISOString().slice(0, 10);
const names = listDrivers().map(({ name }) => name);
printLine(`\n${renderMatrix(reports, today, names)}`);
if (values.write) writeMatrix();
const failed = reports.some(({ trials }) =>
  trials.some(({ turns }) => turns.some(({ problems }) => problems.length > 0)),
);
process.exit(failed ? 1 : 0);

async function report(driver: ClientDriver): Promise<ClientReport> {
  const version = versionOf(driver.package);
  printHeading(`${driver.name} ${version}`);
  const trials = await runClient(stage, driver, printTurn);
  return { driver, version, trials };
}

/** Saves a client's requests as a fixture of the gateway's tests. */
async function record(driver: ClientDriver): Promise<void> {
  const { parts, ...session } = await recordSession(stage, driver, versionOf(driver.package));
  const file = `${driver.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')}.json`;
  const lines = parts.map((part) => JSON.stringify(part)).join(',\n');
  const text = `${JSON.stringify(session).slice(0, -1)},\n"parts": [\n${lines}\n]}\n`;
  writeFile(join(repositoryRoot, 'apps/gateway/fixtures/client-sessions'), file, text);
  printLine(`${driver.name}: ${Math.round(text.length / 1000)} kB`);
}

function printTurn(trial: string, { model, problems, charged, elapsedMs }: TurnResult): void {
  printStep(problems.length === 0, `${trial}: ${model}, ${charged} calls`, elapsedMs);
  for (const problem of problems) printLine(`       ${problem}`);
}

function isNamed(name: string, selected: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain(name).startsWith(plain(selected));
}

/** Writes the rows of the clients that ran into the page. */
function writeMatrix(): void {
  const path = join(repositoryRoot, 'docs/clients.md');
  const page = readFileSync(path, 'utf8');
  const [before = '', earlier = '', after = ''] = page.split(
    /(?<=<!-- matrix -->)|(?=<!-- \/matrix -->)/,
  );
  const matrix = renderMatrix(reports, today, names, earlier);
  writeFileSync(path, `${before}\n${matrix}\n${after}`);
}
