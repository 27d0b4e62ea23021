import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';
import { packRelease } from './pack-release.ts';
import { writeRelease } from './write-release.ts';

const CONSOLE_PAGE = '<!doctype html><title>the console</title>';

export interface ReleaseManifest {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  bin: Record<string, string>;
}

/** A release as `npm install` unpacks it into a site's empty folder. */
export interface InstalledRelease {
  /** The folder in which an operator types commands. */
  site: string;
  /** The folder of the package. */
  folder: string;
  manifest: ReleaseManifest;
  /** The file that `npx tollgate` runs. */
  command: string;
}

/** Packs a release with a one-page console and unpacks it where npm would. */
export async function installRelease(work: string): Promise<InstalledRelease> {
  mkdirSync(join(work, 'console/assets'), { recursive: true });
  writeFileSync(join(work, 'console/index.html'), CONSOLE_PAGE);
  await writeRelease(join(work, 'release'), join(work, 'console'));
  const tarball = await packRelease(join(work, 'release'), work);
  const site = join(work, 'site');
  const folder = join(site, 'node_modules/tollgate');
  mkdirSync(folder, { recursive: true });
  const args = ['-xzf', tarball, '--strip-components=1', '-C', folder];
  await runCommand('tar', args, { output: 'capture' });
  const manifest = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as ReleaseManifest;
  // Links only the declared dependencies and nothing else of ours, so that a missing one would show.
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(site, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repositoryRoot, 'node_modules', name), link);
  }
  return { site, folder, manifest, command: join(folder, manifest.bin['tollgate'] ?? '') };
}

/** Starts the gateway of a release as `npx tollgate` does; resolves when it is ready. */
export async function startInstalled(
  { site, command }: InstalledRelease,
  env: Record<string, string> = {},
) {
  const gateway = spawn(process.execPath, [command], {
    cwd: site,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  while (!output.includes('Tollgate serves on'))
    output += String(((await once(gateway.stdout, 'data')) as [Buffer])[0]);
  return {
    url: /http:\S+/.exec(output)?.[0] ?? '',
    /** Sends a signal; returns the exit code, and the signal if that ended it. */
    async end(signal: NodeJS.Signals): Promise<unknown[]> {
      const ended = once(gateway, 'exit');
      gateway.kill(signal);
      return ended;
    },
  };
}
