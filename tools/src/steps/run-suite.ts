import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printLine, printStep } from '../process/progress.ts';
import { runCommand } from '../process/run-command.ts';
import { addTallies, failedOnce, type Tally } from '../process/tally.ts';
import { readPlaywrightReport } from './read-playwright-report.ts';
import { readVitestReport } from './read-vitest-report.ts';

/** For what hangs: a slow machine takes three times as long as a quiet one. */
const SUITE_LIMIT_MS = 2_400_000;

export interface Suite {
  name: string;
  command: string;
  /** Given the file that the JSON report goes to. */
  args: (report: string) => readonly string[];
  env: (report: string) => Record<string, string>;
  read: (text: string) => Tally;
}

/** All vitest projects, or those given. */
export function vitestSuite(env: Record<string, string>, args: readonly string[] = []): Suite {
  return {
    name: 'vitest',
    command: 'vitest',
    args: (report) => [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    env: () => env,
    read: readVitestReport,
  };
}

export function browserSuite(env: Record<string, string>): Suite {
  return {
    name: 'browser',
    command: 'playwright',
    args: () => ['test', '--config=e2e/playwright.config.ts', '--reporter=line,json'],
    env: (report) => ({ ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    read: readPlaywrightReport,
  };
}

/** Runs a suite, showing its output, and counts from its report. Never counts nothing as success. */
export async function runSuite({ name, command, args, env, read }: Suite): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-report-'));
  try {
    const report = join(folder, 'report.json');
    const { code, elapsedMs } = await runCommand(command, args(report), {
      output: 'inherit',
      env: env(report),
      limitMs: SUITE_LIMIT_MS,
    });
    const tally = judge(code, readOr(report, read));
    printStep(tally.failed === 0, name, elapsedMs);
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A suite that ended badly or ran nothing has failed even where its report counts no failure. */
export function judge(code: number, counted: Tally | undefined): Tally {
  if (!counted) {
    printLine('The suite wrote no report.');
    return failedOnce;
  }
  const ran = counted.passed + counted.failed;
  if ((code !== 0 || ran === 0) && counted.failed === 0) return addTallies([counted, failedOnce]);
  return counted;
}

function readOr(file: string, read: (text: string) => Tally): Tally | undefined {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
