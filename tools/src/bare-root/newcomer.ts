import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOpenAiSimulator } from '@tollgate/simulators';
import { blocksUnder, splitAtServerCommand } from './manual-steps.ts';
import {
  addNode,
  type BareSystem,
  makeBareSystem,
  runIn,
  type StartedIn,
  startIn,
} from './bare-system.ts';

/** A user with an unprivileged account on a Debian with Node and curl, who types what the manual says. */
export interface Newcomer {
  system: BareSystem;
  /** Their home directory, as a path on this machine. */
  home: string;
  /** Types commands in a directory of their home, in one shell. Returns the output. */
  type(folder: string, code: string, env?: Record<string, string>): Promise<string>;
  /** Types a command that runs until it is stopped. */
  start(folder: string, code: string, env?: Record<string, string>): StartedIn;
}

const NAME = 'newcomer';
const PORT = /\b(127\.0\.0\.1|localhost):3000\b/g;

/** Creates a Debian with a version of Node, and a user in it. */
export async function makeNewcomer(suite: string, node: string, root: string): Promise<Newcomer> {
  const system = await makeBareSystem(suite, root);
  await addNode(system, node);
  // What the manual requires besides Node.
  const install =
    'apt-get update -qq && apt-get install -qq -y --no-install-recommends curl openssl';
  await runIn(system, ['sh', '-c', install], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await runIn(system, ['useradd', '--user-group', '--create-home', NAME]);
  const shell = (code: string) => ['bash', '-euo', 'pipefail', '-c', code];
  const at = (folder: string, env: Record<string, string> = {}) => ({
    user: NAME,
    cwd: join('/home', NAME, folder),
    env,
  });
  const home = join(root, 'home', NAME);
  mkdirSync(home, { recursive: true });
  return {
    system,
    home,
    type: (folder, code, env) => runIn(system, shell(code), at(folder, env)),
    start: (folder, code, env) => startIn(system, shell(code), at(folder, env)),
  };
}

/** Gives a newcomer ownership of files copied into their home. */
export function own({ system }: Newcomer, folder: string): Promise<string> {
  return runIn(system, ['chown', '-R', `${NAME}:${NAME}`, join('/home', NAME, folder)]);
}

/** Replaces the port, which may be in use on this machine; everything else is typed as written. */
export const atPort = (code: string, port: number) => code.replaceAll(PORT, `$1:${port}`);

/** Environment of a gateway for the run: an upstream on this machine replaces a provider. */
export const environmentFor = (port: number) => ({
  PORT: String(port),
  ALLOW_PRIVATE_UPSTREAMS: 'on',
});

/**
 * Waits for a gateway as the page says: by polling until it responds. Throws with its output if it does not
 * come up.
 */
export async function waitForGateway(gateway: StartedIn, port: number): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(PAUSE_MS);
  }
  throw new Error(`The gateway did not come up:\n${gateway.output()}`);
}
const TRIES = 1200;
const PAUSE_MS = 250;

/**
 * Types the first hour against a running gateway, from its second block on. Throws if a command fails, a
 * response is a failure, or nobody has paid at the end.
 */
export async function typeFirstHour(
  newcomer: Newcomer,
  page: string,
  port: number,
): Promise<string> {
  const upstream = await startOpenAiSimulator();
  try {
    const [, names = '', ...none] = blocksUnder(page, '');
    if (none.length > 0) throw new Error('The first hour begins with more than two blocks');
    const steps = page
      .split(/^## /m)
      .slice(1)
      .flatMap((part) => blocksUnder(`## ${part}`, part.split('\n')[0] ?? ''));
    const own = `export UPSTREAM=${upstream.url} UPSTREAM_KEY=sk-test\n`;
    const code = [names, own, ...steps.map((step) => `${step}\necho\n`)].join('');
    const printed = await newcomer.type('.', atPort(code, port));
    if (printed.includes('"success":false')) throw new Error(printed);
    const alice = printed.slice(printed.lastIndexOf('"username":"alice"'));
    const quota = Number(/"quota":(\d+)/.exec(alice)?.[1]);
    if (!(quota > 0 && quota < CODE_QUOTA)) throw new Error(`Alice has not paid:\n${printed}`);
    return `${steps.length} blocks; Alice paid ${CODE_QUOTA - quota} quota`;
  } finally {
    await upstream.close();
  }
}
/** Quota of the code that Alice redeems. */
const CODE_QUOTA = 2_500_000;

/** Returns the beginning of the first hour: the password, typed before the gateway starts. */
export function startOfFirstHour(page: string): string {
  const [start = ''] = blocksUnder(page, '');
  return splitAtServerCommand(start).before;
}
