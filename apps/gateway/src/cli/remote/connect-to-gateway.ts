import { type Client, createClient } from '@tollgate/client';
import { readFileSync } from 'node:fs';
import { CommandError, type CommandInput } from '../command.ts';

const PORT_DEFAULT = '3000';

/**
 * Creates a client of the gateway named by `--server`, otherwise by TOLLGATE_SERVER, otherwise of the local
 * one. The access token comes from a file or the environment, never from an argument: those are visible to
 * every user of the machine and saved by the shell (ADR 77).
 */
export function connectToGateway(input: CommandInput): Client {
  const { optionValue, env, language, t } = input;
  const here = `http://127.0.0.1:${env.PORT || PORT_DEFAULT}`;
  const server = optionValue('server') || env.TOLLGATE_SERVER || here;
  const accessToken = readToken(input) ?? env.TOLLGATE_ACCESS_TOKEN;
  try {
    return createClient({ server, accessToken: accessToken?.trim() || undefined, language });
  } catch {
    throw new CommandError(t('failures.server', { server }), 2);
  }
}

function readToken({ optionValue, t }: CommandInput): string | undefined {
  const path = optionValue('token-file');
  if (path === '') return undefined;
  try {
    // File descriptor 0 is standard input.
    const text = readFileSync(path === '-' ? 0 : path, 'utf8').trim();
    if (/^\S+$/.test(text)) return text;
  } catch (error) {
    throw new CommandError(t('failures.file', { why: (error as Error).message }), 2);
  }
  throw new CommandError(t('failures.token', { path }), 2);
}
