import type { BodyInputOf, User } from '@tollgate/contract';
import { type Call, calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { renameStoredUser } from '../../session/session.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { USER_LISTS } from './use-user-actions.ts';

type Endpoint<C> = C extends Call<infer E> ? E : never;
type Changes = Omit<BodyInputOf<Endpoint<typeof calls.updateUser>>, 'id'>;

/**
 * Saves changes of a user or the own account, and reports the result. `refused` shows an error; as a toast if
 * absent.
 */
export function useSaveUser(user: User, isSelf = false) {
  const reread = [...USER_LISTS, calls.getUser, calls.getSelf];
  const other = useEndpointMutation(calls.updateUser, reread);
  const self = useEndpointMutation(calls.updateSelf, reread);
  const save = (
    changes: Changes,
    done: string,
    saved: () => void,
    refused: (error: unknown) => void = toastError,
  ): void => {
    const outcome = {
      onSuccess: () => {
        if (isSelf) renameStoredUser(changes);
        toastSuccess(done);
        saved();
      },
      onError: refused,
    };
    if (isSelf) self.mutate({ body: changes }, outcome);
    else other.mutate({ body: { id: user.id, ...changes } }, outcome);
  };
  return { save, busy: other.isPending || self.isPending };
}
