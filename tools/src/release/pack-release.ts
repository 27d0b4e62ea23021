import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';

/** Packs the output of `writeRelease` as npm would publish it. Returns the path of the tarball. */
export async function packRelease(work: string, folder: string): Promise<string> {
  const args = ['pack', '--silent', '--pack-destination', folder];
  const { code, output } = await runCommand('npm', args, { cwd: work, output: 'capture' });
  if (code !== 0) throw new Error(`npm pack failed.\n${output}`);
  return join(folder, output.trim().split('\n').at(-1) ?? '');
}
