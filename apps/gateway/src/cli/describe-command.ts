import type { Language } from '../domain/error-texts.ts';
import { cliText } from './cli-text.ts';
import type { Command, CommandGroup } from './command.ts';
import { writtenOption } from './command-options.ts';
import { type CommandName, commandTable } from './command-table.ts';

/** Returns the lines of `tollgate help`. */
export function listCommands(language: Language): string[] {
  const names = ['start', ...Object.keys(commandTable)] as ('start' | CommandName)[];
  return [
    cliText(language, 'frame.commands'),
    '',
    ...inColumns(names.map((name) => [name, cliText(language, `commands.${name}`)])),
    '',
    cliText(language, 'frame.more'),
  ];
}

/** Returns the lines of `tollgate backup --help`: usage, description, options. */
export function describeCommand(command: Command, language: Language): string[] {
  const { help, options = [] } = command;
  return [
    cliText(language, 'frame.usage', { command: usageOf(command) }),
    ...cliText(language, help)
      .split('\n')
      .map((line) => `  ${line}`),
    ...inColumns(
      options.map((name) => [writtenOption(name), cliText(language, `options.${name}`)]),
    ),
  ];
}

/** Returns the lines of `tollgate channels --help`: its actions and their purpose. */
export function describeGroup({ name, actions }: CommandGroup, language: Language): string[] {
  const rows = Object.values(actions).map((command): [string, string] => [
    usageOf({ ...command, options: [] }),
    cliText(language, command.help).split('\n')[0] ?? '',
  ]);
  return [
    cliText(language, 'frame.usage', { command: `${name} ACTION [OPTIONS]` }),
    '',
    ...inColumns(rows),
    '',
    cliText(language, 'frame.actions', { name }),
  ];
}

/** `backup [FILE] [OPTIONS]` */
const usageOf = ({ name, takes, options = [] }: Command): string =>
  [name, takes, options.length > 0 && '[OPTIONS]'].filter(Boolean).join(' ');

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
