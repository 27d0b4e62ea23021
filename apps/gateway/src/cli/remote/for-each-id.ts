import { ClientError } from '@tollgate/client';
import type { RemoteCall } from './remote-command.ts';

/**
 * Calls once per id, in sequence. A refusal is reported and does not stop the others; an unreachable gateway
 * does. Returns the exit code.
 */
export async function forEachId(
  { printStatus }: RemoteCall,
  ids: readonly number[],
  call: (id: number) => Promise<unknown>,
): Promise<number> {
  let code = 0;
  for (const id of ids) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that what is told has an order
      await call(id);
    } catch (error) {
      if (!(error instanceof ClientError) || error.isUnreachable) throw error;
      printStatus(`${id}: ${error.message} (${error.code})`);
      code = 1;
    }
  }
  return code;
}
