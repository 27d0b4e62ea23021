import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type AgentTask, listCharge, promptOf, reportOf } from '@tollgate/simulators';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';
import type { ClientCommand, ClientDriver, ClientPlace } from './client-driver.ts';
import { FAILOVER_MODEL, MODEL_OF, type Stage } from './stage.ts';
import type { Exchange } from './recording-proxy.ts';
import { writeFile } from './write-file.ts';

export const CLIENTS_FOLDER: string = join(repositoryRoot, 'clients');

const PROMPT_BY_ACP = join(import.meta.dirname, 'drivers/prompt-by-acp.ts');

const TURN_LIMIT_MS = 90_000;
const ERROR_ROW = 5;
const CONSUME_ROW = 2;

/** The result of a turn. */
export interface TurnResult {
  model: string;
  task: AgentTask;
  /** Descriptions of what went wrong; empty if the turn did everything it should. */
  problems: readonly string[];
  /** Calls that were charged. */
  charged: number;
  /** The models of the responding upstreams, by call. */
  answeredBy: readonly string[];
  exchanges: readonly Exchange[];
  elapsedMs: number;
}

/** A client in a fresh home and project, turn by turn. */
export interface Conversation {
  readonly environment: ClientPlace;
  /** Gives the client the next task with a model, and checks the result. */
  turn(model: string): Promise<TurnResult>;
}

let conversations = 0;

/** Opens a conversation: creates home and project, and configures the client. */
export async function openConversation(stage: Stage, driver: ClientDriver): Promise<Conversation> {
  // Short, as it becomes part of call ids; unique per conversation.
  const name = `${driver.binary}${(conversations += 1)}t`;
  const folder = join(stage.folder, name);
  const environment: ClientPlace = {
    home: join(folder, 'home'),
    folder: join(folder, 'project'),
    gateway: stage.proxy.url,
    key: stage.key,
    models: [...Object.values(MODEL_OF), FAILOVER_MODEL],
  };
  for (const each of [environment.home, environment.folder]) mkdirSync(each, { recursive: true });
  // A separate repository: agents read the rules of the one they find.
  await runCommand('git', ['init', '--quiet'], { cwd: environment.folder, output: 'capture' });
  driver.configure?.(environment);
  if (driver.signIn)
    await runClient(driver, environment, driver.signIn(environment, environment.models[0] ?? ''));
  let turns = 0;
  return {
    environment,
    async turn(model) {
      const task = taskNumbered(name, (turns += 1), environment.folder);
      // The expected state, even if the previous turn failed.
      writeFile(environment.folder, 'notes.txt', `${task.from}\n`);
      stage.upstreams.setTasks([task]);
      const before = await newestRow(stage);
      const turn = { prompt: promptOf(task), model, resumes: turns > 1 };
      const { code, output, elapsedMs } = await runClient(
        driver,
        environment,
        driver.command(environment, turn),
      );
      const { problems, charged, answeredBy } = await checkCharges(stage, model, before);
      const exchanges = stage.proxy.take();
      return {
        model,
        task,
        charged,
        answeredBy,
        exchanges,
        elapsedMs,
        problems: [
          ...(code === 0 ? [] : [`exit code ${code}: ${output.slice(-600)}`]),
          ...(output.includes(reportOf(task)) ? [] : ['the report of the model is not printed']),
          ...checkProject(environment.folder, turns),
          ...exchanges.filter(isRefused).map(describeRefusal),
          ...problems,
        ],
      };
    },
  };
}

/** Creates a turn's task: increment the version in the notes and copy them. */
function taskNumbered(name: string, number: number, folder: string): AgentTask {
  const file = join(folder, 'notes.txt');
  return {
    id: name + number,
    file,
    from: `Version ${number - 1} of the notes.`,
    to: `Version ${number} of the notes.`,
    command: `cp ${file} ${join(folder, `copy-${number}.txt`)}`,
  };
}

function checkProject(folder: string, turns: number): string[] {
  const expected = `Version ${turns} of the notes.\n`;
  return ['notes.txt', `copy-${turns}.txt`].flatMap((name) =>
    readText(join(folder, name)) === expected ? [] : [`${name} is not as it should be`],
  );
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Refused model calls; for other requests of clients, an error here is acceptable. */
const isRefused = ({ method, status }: Exchange) => method === 'POST' && status >= 400;

const describeRefusal = ({ path, status, responseText }: Exchange) =>
  `${path} was answered with ${status}: ${responseText.slice(0, 300)}`;

function runClient(
  driver: ClientDriver,
  environment: ClientPlace,
  { args, env, overAcp }: ClientCommand,
) {
  const binary = join(CLIENTS_FOLDER, 'node_modules/.bin', driver.binary);
  const [command, ...words] = overAcp
    ? ['node', PROMPT_BY_ACP, binary, overAcp.session, overAcp.model, overAcp.prompt]
    : [binary];
  return runCommand(command, [...words, ...args], {
    cwd: environment.folder,
    output: 'capture',
    limitMs: TURN_LIMIT_MS,
    clean: true,
    env: {
      PATH: [join(repositoryRoot, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      HOME: environment.home,
      TERM: 'dumb',
      NO_COLOR: '1',
      ...env,
    },
  });
}

async function newestRow({ gateway }: Stage): Promise<number> {
  return (await gateway.logAfter(0)).at(-1)?.id ?? 0;
}

/**
 * Checks that every completed call is logged once, with the charge by the formula, and that no call failed.
 */
async function checkCharges(
  { gateway, upstreams }: Stage,
  model: string,
  before: number,
): Promise<Pick<TurnResult, 'charged' | 'answeredBy'> & { problems: string[] }> {
  const rows = await gateway.logAfter(before);
  const usages = upstreams.takeUsage();
  const charges = rows.filter(({ type }) => type === CONSUME_ROW).map(({ quota }) => quota);
  const expected = usages.map((usage) => listCharge(usage, model));
  const sorted = (numbers: readonly number[]) =>
    JSON.stringify(numbers.toSorted((one, other) => one - other));
  const same = sorted(charges) === sorted(expected);
  return {
    charged: charges.length,
    answeredBy: usages.map((usage) => usage.model),
    problems: [
      ...rows
        .filter(({ type }) => type === ERROR_ROW)
        .map(({ content }) => `the log has an error: ${content}`),
      ...(same ? [] : [`charged ${charges.join(', ')} instead of ${expected.join(', ')}`]),
    ],
  };
}
