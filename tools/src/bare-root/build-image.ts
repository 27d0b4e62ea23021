import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';
import { addNode, type BareSystem, makeBareSystem, runIn } from './bare-system.ts';
import { type Instruction, readDockerfile, readVariables, readWords } from './read-dockerfile.ts';

/** The result of a Dockerfile: its file system, and how it is started. */
export interface Image {
  system: BareSystem;
  env: Record<string, string>;
  cwd: string;
  user: string;
  volumes: string[];
  command: string[];
  /** The command that checks its health. */
  healthCheck: string[];
}

/** Instructions that only inform Docker and change nothing in the image. */
const SILENT = new Set(['EXPOSE', 'STOPSIGNAL']);

/** Executes a Dockerfile in Debian root directories under `folder`, instruction by instruction. */
export async function buildImage(
  path: string,
  folder: string,
  print: (line: string) => void,
): Promise<Image> {
  const built = new Map<string, Image>();
  for (const { from, name, instructions } of readDockerfile(readFileSync(path, 'utf8'))) {
    const image = await openBase(from, join(folder, name));
    built.set(name, image);
    for (const instruction of instructions) {
      print(`${name}: ${instruction.word} ${instruction.rest.slice(0, 90)}`);
      await carryOut(instruction, image, built);
    }
  }
  const last = [...built.values()].at(-1);
  if (!last) throw new Error(`${path} has no stage`);
  return last;
}

/**
 * Reproduces `debian:bookworm-slim` and `node:24-bookworm-slim`: a bare Debian, and one with Node in
 * /usr/local and a user `node` with id 1000.
 */
async function openBase(from: string, root: string): Promise<Image> {
  const [, major, suite = ''] = /^(?:debian:|node:(\d+)-)(\w+)-slim$/.exec(from) ?? [];
  if (suite === '') throw new Error(`${from} is no image that can be stood in for`);
  const system = await makeBareSystem(suite, root);
  if (major !== undefined) {
    await addNode(system, major);
    await runIn(system, ['useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  }
  return {
    system,
    env: {},
    cwd: '/',
    user: 'root',
    volumes: [],
    command: [],
    healthCheck: [],
  };
}

async function carryOut(
  { word, rest }: Instruction,
  image: Image,
  built: ReadonlyMap<string, Image>,
): Promise<void> {
  const { system, cwd, env, user } = image;
  if (word === 'RUN') await runIn(system, ['sh', '-c', rest], { cwd, env, user });
  else if (word === 'COPY') await copy(rest, image, built);
  else if (word === 'ENV') Object.assign(env, readVariables(rest));
  else if (word === 'USER') image.user = rest;
  else if (word === 'VOLUME') image.volumes.push(rest);
  else if (word === 'WORKDIR') {
    image.cwd = rest;
    mkdirSync(join(system.root, rest), { recursive: true });
  } else if (word === 'ENTRYPOINT') image.command = readWords(rest);
  else if (word === 'CMD') image.command = [...image.command, ...readWords(rest)];
  else if (word === 'HEALTHCHECK')
    image.healthCheck = readWords(rest.slice(rest.indexOf('CMD ') + 4));
  else if (!SILENT.has(word)) throw new Error(`${word} is no instruction that is known here`);
}

async function copy(
  rest: string,
  { system, cwd }: Image,
  built: ReadonlyMap<string, Image>,
): Promise<void> {
  const flags = readVariables(rest.replaceAll('--', ''));
  const [source = '', target = ''] = rest.split(/\s+/).filter((each) => !each.startsWith('--'));
  const destination = join(system.root, normalize(join(cwd, target)));
  const from = built.get(flags.from ?? '');
  if (flags.from === undefined) await copyRepository(destination);
  else if (from)
    cpSync(join(from.system.root, source), destination, {
      recursive: true,
      verbatimSymlinks: true,
    });
  else throw new Error(`${flags.from} is no stage`);
  if (flags.chown) await runIn(system, ['chown', '-R', flags.chown, join('/', cwd, target)]);
}

/** Copies the working tree except files ignored by git: what a clone has, without .git. */
export async function copyRepository(target: string): Promise<void> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { output } = await runCommand('git', args, { output: 'capture' });
  for (const file of output.split('\0').filter((each) => each !== '')) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(repositoryRoot, file), join(target, file), { verbatimSymlinks: true });
  }
}
