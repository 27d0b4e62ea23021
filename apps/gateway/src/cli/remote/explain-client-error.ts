import type { ClientError } from '@tollgate/client';
import type { Language } from '../../domain/error-texts.ts';
import { cliText } from '../cli-text.ts';

const EXIT_REFUSED = 1;
const EXIT_UNREACHABLE = 3;

/** Returns exit code and messages for a failed call: 1 if the gateway refused it, 3 if it is unreachable. */
export function explainClientError(
  error: ClientError,
  language: Language,
): { exitCode: number; text: string } {
  if (error.isUnreachable)
    return {
      exitCode: EXIT_UNREACHABLE,
      text: `${error.message}\n${cliText(language, 'failures.unreachable')}`,
    };
  const hint = error.status === 401 ? `\n${cliText(language, 'failures.signedOut')}` : '';
  const request = error.requestId === undefined ? '' : `, ${error.requestId}`;
  return { exitCode: EXIT_REFUSED, text: `${error.message} (${error.code}${request})${hint}` };
}
