import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { repositoryRoot } from '../repository.ts';
import { findFreePort } from '../servers/find-free-port.ts';
import { runIn, type StartedIn, startIn } from './bare-system.ts';
import { buildImage, copyRepository } from './build-image.ts';
import { blocksUnder, splitAtServerCommand } from './manual-steps.ts';
import { assertConsole } from './must-show-console.ts';
import {
  environmentFor,
  atPort,
  makeNewcomer,
  type Newcomer,
  own,
  startOfFirstHour,
  typeFirstHour,
  waitForGateway,
} from './newcomer.ts';
import { readVariables } from './read-dockerfile.ts';

export interface Run {
  /** The directory in which the roots are created. */
  folder: string;
  print: (line: string) => void;
}

const SUITE = 'bookworm';
/** The oldest Node that the manual supports. */
const OLDEST_NODE = '20';

const page = (name: string) =>
  readFileSync(join(repositoryRoot, 'docs/manual/en', `${name}.md`), 'utf8');

/**
 * Installs from the repository by the page “Install”, then types the first hour. Returns the newcomer for the
 * next way.
 */
export async function fromRepository({ folder, print }: Run): Promise<Newcomer> {
  const newcomer = await makeNewcomer(SUITE, OLDEST_NODE, join(folder, 'repository'));
  await copyRepository(join(newcomer.home, 'tollgate'));
  await own(newcomer, 'tollgate');
  const install = page('install');
  const [code = ''] = blocksUnder(install, 'From the repository');
  const { before, server } = splitAtServerCommand(code);
  print(before.trim());
  await newcomer.type('tollgate', before);
  const [isUp = ''] = blocksUnder(install, 'Check that it runs');
  await serve(newcomer, 'tollgate', { server, isUp, print });
  return newcomer;
}

/**
 * Installs as an npm package: packed in the repository, installed in an empty directory of a machine without
 * one.
 */
export async function asPackage({ folder, print }: Run, packer: Newcomer): Promise<void> {
  const install = page('install');
  const [pack = '', use = ''] = blocksUnder(install, 'As an npm package');
  print(pack.trim());
  await packer.type('tollgate', pack);
  const newcomer = await makeNewcomer(SUITE, OLDEST_NODE, join(folder, 'package'));
  mkdirSync(join(newcomer.home, 'shop'));
  const { before, server, after } = splitAtServerCommand(use);
  const tarball = /tollgate-[\d.]+\.tgz/.exec(before)?.[0] ?? '';
  copyFileSync(join(packer.home, 'tollgate/dist', tarball), join(newcomer.home, 'shop', tarball));
  await own(newcomer, 'shop');
  print(before.trim());
  await newcomer.type('shop', before);
  await newcomer.type('shop', after);
  const [isUp = ''] = blocksUnder(install, 'Check that it runs');
  await serve(newcomer, 'shop', { server, isUp, print });
}

interface Serving {
  server: string;
  isUp: string;
  print: Run['print'];
}

async function serve(newcomer: Newcomer, folder: string, { server, isUp, print }: Serving) {
  const port = await findFreePort();
  const firstHour = page('first-hour');
  print(server);
  const code = `${startOfFirstHour(firstHour)}${server}\n`;
  const gateway = newcomer.start(folder, code, environmentFor(port));
  await waitForGateway(gateway, port);
  await assertConsole(`http://127.0.0.1:${port}`);
  await newcomer.type('.', atPort(isUp, port));
  print(await typeFirstHour(newcomer, firstHour, port));
  await assertEnds(gateway, 'SIGINT');
}

/** Executes the Dockerfile, then runs its program as Docker and the compose file start it. */
export async function asImage({ folder, print }: Run): Promise<void> {
  const deploy = join(repositoryRoot, 'deploy/docker');
  const image = await buildImage(join(deploy, 'Dockerfile'), join(folder, 'image'), print);
  const compose = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8')) as {
    services: { tollgate: { environment: Record<string, string>; volumes: string[] } };
  };
  const { environment, volumes } = compose.services.tollgate;
  const port = await findFreePort();
  const password = /INITIAL_ROOT_PASSWORD='([^']*)'/.exec(page('first-hour'))?.[1] ?? '';
  const variables = Object.entries(environment).map(([name, value]) => [
    name,
    name === 'INITIAL_ROOT_PASSWORD' ? password : value.replace(/\$\{\w+:-\}/, ''),
  ]);
  const { cwd, user } = image;
  const how = {
    user,
    cwd,
    env: {
      ...image.env,
      ...(Object.fromEntries(variables) as Record<string, string>),
      ...environmentFor(port),
    },
    writable: volumes.map((volume) => volume.split(':')[1] ?? ''),
  };
  const gateway = startIn(image.system, image.command, how);
  await waitForGateway(gateway, port);
  await runIn(image.system, image.healthCheck, how);
  await assertConsole(`http://127.0.0.1:${port}`);
  const newcomer = await makeNewcomer(SUITE, OLDEST_NODE, join(folder, 'operator'));
  print(await typeFirstHour(newcomer, page('first-hour'), port));
  await assertEnds(gateway, 'SIGTERM');
  const sizes = await runIn(image.system, ['du', '-smx', '/app', '/']);
  const [program, all] = sizes.split('\n').map((line) => line.split('\t')[0]);
  print(`the program takes ${program} MB, the image ${all} MB`);
}

/**
 * Installs the systemd unit: every step except starting it, which requires a running systemd; runs its
 * program under the unit's limits.
 */
export async function asUnit({ folder, print }: Run): Promise<void> {
  const newcomer = await makeNewcomer(SUITE, OLDEST_NODE, join(folder, 'unit'));
  const { system } = newcomer;
  const install = 'apt-get install -qq -y --no-install-recommends systemd';
  await runIn(system, ['sh', '-c', install], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await copyRepository(join(system.root, 'opt/tollgate'));
  const [code = ''] = blocksUnder(page('deploy'), 'systemd');
  const typed = code.replaceAll(/^(?:journalctl|systemctl) .*\n/gm, '');
  print(typed.trim());
  await runIn(system, ['bash', '-euo', 'pipefail', '-c', typed]);
  await runIn(system, ['systemctl', 'enable', 'tollgate']);
  const unit = '/etc/systemd/system/tollgate.service';
  const output = await runIn(system, ['systemd-analyze', 'verify', '--man=no', unit]);
  if (output.includes('tollgate.service')) throw new Error(output);
  const exposure = await runIn(system, [
    'systemd-analyze',
    'security',
    '--offline=yes',
    '--no-pager',
    unit,
  ]);
  print(exposure.trim().split('\n').at(-1) ?? '');
  const text = readFileSync(join(system.root, unit), 'utf8');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  const folders = ['/var/lib/tollgate', '/var/cache/tollgate'];
  await runIn(system, [
    'install',
    '-d',
    '-m',
    '0700',
    '-o',
    'newcomer',
    '-g',
    'newcomer',
    ...folders,
  ]);
  const port = await findFreePort();
  const gateway = startIn(system, value('ExecStart').split(' '), {
    user: 'newcomer',
    cwd: value('WorkingDirectory'),
    env: { ...readVariables(value('Environment')), ...environmentFor(port) },
    writable: folders,
  });
  await waitForGateway(gateway, port);
  await assertConsole(`http://127.0.0.1:${port}`);
  await assertEnds(gateway, 'SIGTERM');
}

/**
 * Checks nginx, Caddy, compose files and manifests with the programs that read them, from Debian and PyPI.
 */
export async function lintFiles({ folder, print }: Run): Promise<void> {
  const { system } = await makeNewcomer('trixie', '24', join(folder, 'lint'));
  const packages = 'nginx-light caddy docker-compose python3-venv';
  const install = `apt-get install -qq -y --no-install-recommends ${packages}`;
  await runIn(system, ['sh', '-c', install], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  cpSync(join(repositoryRoot, 'deploy'), join(system.root, 'srv/deploy'), { recursive: true });
  const secrets = {
    INITIAL_ROOT_PASSWORD: 'x',
    MASTER_KEY: 'ab'.repeat(32),
    POSTGRES_PASSWORD: 'x',
  };
  const env = { ...secrets, PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  for (const line of LINTS) {
    print(line);
    await runIn(system, ['bash', '-euo', 'pipefail', '-c', line], { cwd: '/srv', env });
  }
}
const LINTS = [
  // The host names of the compose network.
  'echo 127.0.0.1 node1 node2 >> /etc/hosts && cp deploy/proxy/nginx.conf /etc/nginx/ && nginx -t',
  'caddy validate --adapter caddyfile --config deploy/proxy/Caddyfile',
  'docker-compose -f deploy/docker/compose.yaml config --quiet',
  'docker-compose -f deploy/docker/compose.nodes.yaml config --quiet',
  'python3 -m venv /opt/lint && /opt/lint/bin/pip install --quiet kubernetes-validate',
  '/opt/lint/bin/kubernetes-validate --strict deploy/kubernetes/tollgate.yaml',
];

async function assertEnds(gateway: StartedIn, signal: NodeJS.Signals): Promise<void> {
  const code = await Promise.race([gateway.stop(signal), sleep(STOP_LIMIT_MS, 'late' as const)]);
  // Shells and npm report Ctrl+C in different ways.
  const isEnded = code === 0 || (signal === 'SIGINT' && (code === null || code === 130));
  if (!isEnded) throw new Error(`The gateway ended with ${code}:\n${gateway.output()}`);
}
const STOP_LIMIT_MS = 75_000;
