import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';

/** Requires `--yes` for what can't be undone: scripts have nobody to ask. */
export function requireYes({ values, t }: RemoteCall, ids: readonly number[]): void {
  if (values.yes !== true) throw new CommandError(t('failures.sure', { ids: ids.join(', ') }), 2);
}
