import { readdirSync, existsSync, readFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './run.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noCounts = (): Counts => ({ passed: 0, failed: 0, skipped: 0 });

export function addCounts(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** Runs one check that either passes or not, with a heading and the time it took. */
export async function check(name: string, command: string, args: readonly string[]): Promise<Counts> {
  const startedAt = performance.now();
  const { code, output } = await run(command, args, { quiet: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n${code === 0 ? '' : `${output}\n`}`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** The tsconfig files of all workspaces. */
function listProjects(): string[] {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
  );
  return [...folders, 'simulators', 'tools', 'bench', 'e2e']
    .flatMap((folder) => ['tsconfig.json', 'tsconfig.test.json'].map((file) => `${folder}/${file}`))
    .filter((path) => existsSync(join(ROOT, path)));
}

/** Format, lint and types. */
export async function checkSources(): Promise<Counts> {
  let counts = await check('format', 'oxfmt', ['--check', '.']);
  counts = addCounts(counts, await check('lint', 'oxlint', ['--deny-warnings']));
  const projects = listProjects();
  for (let start = 0; start < projects.length; start += 2) {
    const pair = await Promise.all(
      projects.slice(start, start + 2).map((project) => check(`types ${project}`, 'tsc', ['-p', project])),
    );
    for (const result of pair) counts = addCounts(counts, result);
  }
  return counts;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
}

/** Runs vitest and counts from its report; a suite that could not even start counts as a failure. */
export async function runVitest(args: readonly string[], env: Record<string, string> = {}): Promise<Counts> {
  const report = join(mkdtempSync(join(tmpdir(), 'tollgate-report-')), 'report.json');
  const { code } = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { env },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as VitestReport;
  const failed = code !== 0 && numFailedTests === 0 ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
}

/** Runs the browser suite and counts from its report. */
export async function runBrowserTests(): Promise<Counts> {
  const report = join(mkdtempSync(join(tmpdir(), 'tollgate-report-')), 'report.json');
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, skipped, flaky } = (JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport).stats;
  return { passed: expected, failed: unexpected + flaky || (code === 0 ? 0 : 1), skipped };
}

/** The one line that tells how it went. */
export function finalLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
