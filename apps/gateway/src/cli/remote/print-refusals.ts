import type { BatchRefusal } from '@tollgate/contract';
import type { RemoteCall } from './remote-command.ts';

/** Reports which rows of a batch were refused and why. Returns the exit code. */
export function printRefusals(
  call: RemoteCall,
  whole: unknown,
  refused: readonly BatchRefusal[],
): number {
  if (call.json) call.print(JSON.stringify(whole, null, 2));
  for (const { id, reason, code } of refused) call.printStatus(`${id}: ${reason} (${code})`);
  return refused.length > 0 ? 1 : 0;
}
