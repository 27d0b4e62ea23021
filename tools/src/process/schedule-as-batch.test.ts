import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Prints the scheduling policies of a child of it before and after. */
const PROGRAM = `
import { execFileSync } from 'node:child_process';
const { scheduleAsBatch } = await import(process.argv.at(-1));
const print = () => process.stdout.write(execFileSync('sh', ['-c', 'chrt --pid $$ | grep -o SCHED_[A-Z]*']));
print();
scheduleAsBatch();
print();
`;

test.runIf(process.platform === 'linux')(
  'what a process starts after it was scheduled as a batch, is so too',
  () => {
    const file = join(import.meta.dirname, 'schedule-as-batch.ts');
    const { execPath } = process;
    const args = ['--other', '0', execPath, '--input-type=module', '--eval', PROGRAM, file];
    const { stdout, stderr } = spawnSync('chrt', args, { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['SCHED_OTHER\nSCHED_BATCH\n', '']);
  },
);
