import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findMutants, type Mutant } from './mutate/find-mutants.ts';
import { createTestFinder } from './mutate/find-tests.ts';
import { areaOf, mutatedAreas } from './mutate/mutated-areas.ts';
import { describeScore, type MutationScore, refuseScore } from './mutate/mutation-score.ts';
import { sampleMutants } from './mutate/sample-mutants.ts';
import { doTestsPass, tryMutant } from './mutate/try-mutant.ts';
import { exitOnSignals } from './process/kill-at-exit.ts';
import { printHeading, printLine, printStep } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './repository.ts';
import { listSourceFiles } from './tidy/list-source-files.ts';
import { isTypeScript } from './tidy/source-file.ts';

/**
 * `npm run mutate [-- --files <part of a path> --max <n> --seed <n> --write]`: injects small faults into
 * money, routing and permissions, one after another, and lists those that no test detects. `--write` saves
 * the score of a run over all areas, which may only rise (ADR 50).
 */
requireNode();
exitOnSignals();
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '' },
    max: { type: 'string', default: '16' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const max = Number(values.max);
const seed = Number(values.seed);
const files = listSourceFiles(repositoryRoot).filter(({ path }) => isTypeScript(path));
const findTests = createTestFinder(files);
const sources = files.filter(({ path }) => areaOf(path) && path.includes(values.files));
await requireCommitted(sources.map(({ path }) => path));
const mutants = drawMutants();
await requirePassing(mutants);

printHeading(`${mutants.length} mutants, seed ${seed}`);
const survivors: Mutant[] = [];
for (const mutant of mutants) {
  const start = performance.now();
  const noticed = await tryMutant(mutant, testsOf(mutant.path));
  if (!noticed) survivors.push(mutant);
  printStep(noticed, describeMutant(mutant), performance.now() - start);
}
const killed = mutants.length - survivors.length;
const score: MutationScore = { seed, max, mutants: mutants.length, killed };
printHeading(`${describeScore(score)}; no test noticed`);
for (const mutant of survivors) printLine(describeMutant(mutant));
if (values.write) keepScore();

/** Draws the same number from each area, so that a large one does not crowd out the others. */
function drawMutants(): Mutant[] {
  const areas = mutatedAreas
    .map((area) => sources.filter(({ path }) => areaOf(path) === area).flatMap(findMutants))
    .filter((mutants) => mutants.length > 0);
  return areas.flatMap((mutants) => sampleMutants(mutants, Math.ceil(max / areas.length), seed));
}

/** The tests closest to a file, then those of its area. */
function testsOf(path: string): string[] {
  return [...new Set([...findTests(path).slice(0, 6), ...(areaOf(path)?.tests ?? [])])];
}

/** Mutated files are restored afterwards, but uncommitted changes could be lost if the machine stops. */
async function requireCommitted(paths: readonly string[]): Promise<void> {
  const { output } = await runCommand('git', ['status', '--porcelain', '--', ...paths], {
    output: 'capture',
  });
  if (output === '') return;
  printLine(`Commit first:\n${output}`);
  process.exit(1);
}

/** Tests that fail anyway would count every mutant as detected. */
async function requirePassing(sample: readonly Mutant[]): Promise<void> {
  const tests = [...new Set(sample.flatMap(({ path }) => testsOf(path)))];
  if (await doTestsPass(tests, 900_000)) return;
  printLine(`These fail without a mutant:\n${tests.join('\n')}`);
  process.exit(1);
}

function describeMutant({ path, line, change }: Mutant): string {
  return `${path}:${line}  ${change}`;
}

/** Writes a score that is no lower to the baseline and CONTRIBUTING.md. */
function keepScore(): void {
  const baseline = join(repositoryRoot, 'tools/mutation-score.json');
  const earlier = JSON.parse(readFileSync(baseline, 'utf8')) as MutationScore;
  const refusal =
    values.files === '' ? refuseScore(score, earlier) : '--write goes without --files';
  if (refusal !== undefined) {
    printLine(`Not written: ${refusal}`);
    process.exit(1);
  }
  writeFileSync(baseline, `${JSON.stringify(score, undefined, 2)}\n`);
  const page = join(repositoryRoot, 'CONTRIBUTING.md');
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace(describeScore(earlier), describeScore(score)));
}
