import { ensureConsole, ensureGateway } from '@tollgate/tools';
import { type BenchArguments, COLD_START, readArguments, readTrialArguments } from './arguments.ts';
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
import type { Trial } from './trial.ts';
import { TRIALS } from './trials.ts';
import { type Heading, renderHeading, writeResults } from './write-results.ts';

const TARGETS = [nginxTarget, skeletonTarget, portkeyTarget, tollgateTarget];
const print = (text: string) => void process.stdout.write(`${text}\n`);

const METHOD = `- Method: each gateway alone on core 0, load generator and mock on core 1, turns A B C A B C …, after each was loaded until its calls got no cheaper (V8 compiles while a gateway runs); medians of the rounds, ratios are medians of the ratios within a round. CPU that neither the gateway nor others used means that core 1 was the limit and the gateway is faster than shown.
- "Most of others" is what other processes took of core 0 in the worst round: above a few percent that round was disturbed. A busy machine slows gateways unevenly: compare within one run only.`;

/**
 * `npm run bench -- [--only name]… [--seconds n] [--rounds n] [--write] [--profile]`, or
 * `npm run bench -- <trial> [--its-option n]… [--write]`
 */
async function main(): Promise<void> {
  await ensureConsole();
  await ensureGateway();
  const commandLine = process.argv.slice(2);
  const heading: Heading = {
    machine: describeMachine(),
    commit: readCommit(),
    command: `npm run bench${commandLine.map((argument, index) => `${index === 0 ? ' --' : ''} ${argument}`).join('')}`,
    date: new Date().toISOString().slice(0, 10),
  };
  const trial = TRIALS.find(({ name }) => name === commandLine[0]);
  return trial ? runTrial(trial, commandLine.slice(1), heading) : runBench(commandLine, heading);
}

async function runTrial(trial: Trial, args: readonly string[], heading: Heading): Promise<void> {
  const { options, write } = readTrialArguments(trial, args);
  const stage = setStage();
  try {
    const measured = await trial.run(stage, options, print);
    const section = `## ${trial.title}\n\n${renderHeading(heading)}\n\n${measured}`;
    print(`\n${section}`);
    if (write) writeResults(trial.name, section);
  } finally {
    stage.close();
  }
}

async function runBench(commandLine: readonly string[], heading: Heading): Promise<void> {
  const options = readArguments(commandLine);
  const stage = setStage();
  try {
    if (options.profile) return await profileWorkloads(stage, options);
    const workloads = await measureWorkloads(stage, options);
    const coldStart = isSelected(options.only, COLD_START)
      ? await measureColdStart(stage, options.rounds)
      : undefined;
    const results = renderResults({ workloads, coldStart });
    const section = `${renderHeading(heading)}\n${METHOD}\n\n${results}`;
    print(`\n${section}`);
    if (options.write) writeResults('relay', section);
  } finally {
    stage.close();
  }
}

/** Profiles the workloads given by name, or else the first. */
async function profileWorkloads(stage: Stage, { only, seconds }: BenchArguments): Promise<void> {
  const selected = WORKLOADS.filter(({ name }) => only.includes(name));
  for (const workload of selected.length > 0 ? selected : WORKLOADS.slice(0, 1)) {
    print(await profileGateway(stage, workload, seconds));
  }
}

async function measureWorkloads(
  stage: Stage,
  { only, rounds, seconds }: BenchArguments,
): Promise<WorkloadResult[]> {
  const results: WorkloadResult[] = [];
  for (const workload of WORKLOADS.filter(({ name }) => isSelected(only, name))) {
    print(workload.title);
    const mock = await startMock(stage, workload);
    const targets = TARGETS.filter(({ name }) => workload.targets.includes(name));
    try {
      results.push(
        await runWorkload({ stage, workload, upstream: mock.url, targets, rounds, seconds, print }),
      );
    } finally {
      await mock.stop();
    }
  }
  return results;
}

function isSelected(only: readonly string[], name: string): boolean {
  return only.length === 0 || only.includes(name);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof BenchError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
});
