import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';

/** Ids of the command line, each once. Throws where one is none. */
export function readIds({ positionals, t }: RemoteCall): number[] {
  return [...new Set(positionals.map((text) => readId(text, t)))];
}

/** An id that was written. Throws where it is none. */
export function readId(text: string, t: RemoteCall['t']): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandError(t('failures.id', { text }), 2);
}
