import type { BatchRefusal } from '@tollgate/contract';
import type { RemoteCall } from './remote-command.ts';

/** Reports which rows of a batch were refused and why. Returns the exit code. */
export function printRefusals(
  call: RemoteCall,
  result: unknown,
  refusals: readonly BatchRefusal[],
): number {
  if (call.json) call.print(JSON.stringify(result, null, 2));
  for (const { id, reason, code } of refusals) call.printStatus(`${id}: ${reason} (${code})`);
  return refusals.length > 0 ? 1 : 0;
}
