import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOpenAiSimulator } from '@tollgate/simulators';
import { blocksUnder, partAtServer } from './manual-steps.ts';
import {
  addNode,
  type BareSystem,
  makeBareSystem,
  runIn,
  type StartedIn,
  startIn,
} from './bare-system.ts';

/** Somebody with an account of their own on a Debian with Node and curl, who types what the manual says. */
export interface Newcomer {
  system: BareSystem;
  /** Their home, as this machine sees it. */
  home: string;
  /** Types commands in a folder of their home, as one shell would. Answers what was printed. */
  type(folder: string, code: string, env?: Record<string, string>): Promise<string>;
  /** Types what goes on until it is stopped. */
  start(folder: string, code: string, env?: Record<string, string>): StartedIn;
}

const NAME = 'newcomer';
const PORT = /\b(127\.0\.0\.1|localhost):3000\b/g;

/** A Debian with Node of a version, and a user in it. */
export async function makeNewcomer(suite: string, node: string, root: string): Promise<Newcomer> {
  const system = await makeBareSystem(suite, root);
  await addNode(system, node);
  // What the manual asks for beside Node.
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

/** Gives what was copied into a newcomer's home to them. */
export function own({ system }: Newcomer, folder: string): Promise<string> {
  return runIn(system, ['chown', '-R', `${NAME}:${NAME}`, join('/home', NAME, folder)]);
}

/** A port may be taken on this machine; everything else is typed as it stands. */
export const atPort = (code: string, port: number) => code.replaceAll(PORT, `$1:${port}`);

/** What a gateway is told for the run: an upstream on this machine takes the place of a provider. */
export const around = (port: number) => ({
  PORT: String(port),
  ALLOW_PRIVATE_UPSTREAMS: 'on',
});

/** Waits for a gateway as the page says: by asking until it answers. Throws what it said where it doesn't come up. */
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
 * Types the first hour against a gateway that runs, from its second block on. Throws where a command
 * fails, an answer is a failure, or nobody has paid at the end.
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
/** What the code is worth that Alice redeems. */
const CODE_QUOTA = 2_500_000;

/** The start of the first hour: its password is typed before the gateway starts. */
export function startOfFirstHour(page: string): string {
  const [start = ''] = blocksUnder(page, '');
  return partAtServer(start).before;
}
