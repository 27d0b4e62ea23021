import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../platform/config.ts';
import { explainStartupError } from '../platform/explain-startup-error.ts';
import { type Command, CommandError, type CommandInput } from './command.ts';
import { commandTable } from './command-table.ts';

/** What a command writes to, and the environment it reads. */
export type CommandSurroundings = Pick<CommandInput, 'env' | 'say' | 'note'>;

const EXIT_USAGE = 2;

/**
 * Runs `tollgate <name> <rest>` and answers the exit code: 0 when all went well, 1 when it failed, 2
 * when it was written wrong; a command may have further ones.
 */
export async function runCommand(
  [name = 'help', ...rest]: readonly string[],
  around: CommandSurroundings,
): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    for (const line of listCommands()) around.say(line);
    return 0;
  }
  const entry = Object.hasOwn(commandTable, name) ? commandTable[name] : undefined;
  if (!entry) {
    around.note(`Unknown command "${name}". Run \`tollgate help\` for a list.`);
    return EXIT_USAGE;
  }
  const command = await entry.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    for (const line of describeCommand(command)) around.say(line);
    return 0;
  }
  const parsed = readArguments(command, rest);
  if (typeof parsed === 'string') {
    around.note(`${parsed}\n${describeCommand(command).join('\n')}`);
    return EXIT_USAGE;
  }
  try {
    return (await command.run({ ...parsed, ...around })) ?? 0;
  } catch (error) {
    const { exitCode, text } = explainFailure(error, around.env);
    around.note(text);
    return exitCode;
  }
}

/** The lines of `tollgate help`. */
function listCommands(): string[] {
  const names = Object.keys(commandTable);
  const width = Math.max('start'.length, ...names.map(({ length }) => length)) + 2;
  const line = (name: string, summary: string) => `  ${name.padEnd(width)}${summary}`;
  return [
    'Usage: tollgate [COMMAND] [OPTIONS]',
    '',
    line('start', 'run the gateway (default)'),
    ...Object.entries(commandTable).map(([name, { summary }]) => line(name, summary)),
    '',
    'Run `tollgate COMMAND --help` for details. All commands read the same environment as `start`.',
  ];
}

function describeCommand({ usage, help }: Command): string[] {
  return [`Usage: tollgate ${usage}`, ...help.map((line) => `  ${line}`)];
}

/** The arguments by name, or what is wrong with them. */
function readArguments(
  { options, positionals: { min, max } }: Command,
  args: string[],
): Pick<CommandInput, 'values' | 'positionals'> | string {
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return (error as Error).message;
  }
  const { length } = parsed.positionals;
  if (length < min) return 'Something is missing.';
  if (length > max) return `There is one too many: ${parsed.positionals[max]}`;
  return { values: parsed.values, positionals: parsed.positionals };
}

function explainFailure(
  error: unknown,
  env: CommandSurroundings['env'],
): { exitCode: number; text: string } {
  if (error instanceof CommandError) return { exitCode: error.exitCode, text: error.message };
  let config: Config | undefined;
  try {
    config = readConfig(env);
  } catch {
    // The error itself says what is wrong with the environment.
  }
  return { exitCode: 1, text: explainStartupError(error, config) };
}
