import { type BenchArguments, COLD_START, readArguments } from './arguments.ts';
import { BenchError } from './bench-error.ts';
import { measureColdStart } from './cold-start.ts';
import { describeMachine } from './machine.ts';
import { profileGateway } from './profile.ts';
import { readCommit } from './read-commit.ts';
import { renderResults } from './report.ts';
import { runWorkload, type WorkloadResult } from './run-workload.ts';
import { setStage, type Stage } from './stage.ts';
import { startMock } from './start-mock.ts';
import { nginxTarget } from './targets/nginx-target.ts';
import { portkeyTarget } from './targets/portkey-target.ts';
import { skeletonTarget } from './targets/skeleton-target.ts';
import { tollgateTarget } from './targets/tollgate-target.ts';
import { WORKLOADS } from './workloads.ts';
import { renderHeading, writeResults } from './write-results.ts';

const TARGETS = [nginxTarget, skeletonTarget, portkeyTarget, tollgateTarget];
const say = (text: string) => void process.stdout.write(`${text}\n`);

/** `npm run bench -- [--only name]… [--seconds n] [--rounds n] [--write] [--profile]` */
async function main(): Promise<void> {
  const commandLine = process.argv.slice(2);
  const options = readArguments(commandLine);
  const machine = describeMachine();
  const stage = setStage();
  try {
    if (options.profile) return await profileWorkloads(stage, options);
    const heading = {
      machine,
      commit: readCommit(),
      command: `npm run bench${commandLine.map((argument, index) => `${index === 0 ? ' --' : ''} ${argument}`).join('')}`,
      date: new Date().toISOString().slice(0, 10),
    };
    const workloads = await measureWorkloads(stage, options);
    const coldStart = isAsked(options.only, COLD_START)
      ? await measureColdStart(stage, options.rounds)
      : undefined;
    const results = renderResults({ workloads, coldStart });
    say(`\n${renderHeading(heading)}\n\n${results}`);
    if (options.write) writeResults(heading, results);
  } finally {
    stage.close();
  }
}

/** The workloads asked for by name, else the first. */
async function profileWorkloads(stage: Stage, { only, seconds }: BenchArguments): Promise<void> {
  const asked = WORKLOADS.filter(({ name }) => only.includes(name));
  for (const workload of asked.length > 0 ? asked : WORKLOADS.slice(0, 1)) {
    say(await profileGateway(stage, workload, seconds));
  }
}

async function measureWorkloads(
  stage: Stage,
  { only, rounds, seconds }: BenchArguments,
): Promise<WorkloadResult[]> {
  const results: WorkloadResult[] = [];
  for (const workload of WORKLOADS.filter(({ name }) => isAsked(only, name))) {
    say(workload.title);
    const mock = await startMock(stage, workload);
    const targets = TARGETS.filter(({ name }) => workload.targets.includes(name));
    try {
      results.push(
        await runWorkload({ stage, workload, upstream: mock.url, targets, rounds, seconds, say }),
      );
    } finally {
      await mock.stop();
    }
  }
  return results;
}

function isAsked(only: readonly string[], name: string): boolean {
  return only.length === 0 || only.includes(name);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof BenchError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
});
