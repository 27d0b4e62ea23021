import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';

/** Reads ids from the command line, without duplicates. Throws if one is invalid. */
export function readIds({ positionals, t }: RemoteCall): number[] {
  return [...new Set(positionals.map((text) => readId(text, t)))];
}

/** Reads an id. Throws if it is invalid. */
export function readId(text: string, t: RemoteCall['t']): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandError(t('failures.id', { text }), 2);
}
