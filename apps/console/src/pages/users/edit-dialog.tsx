import type { User } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { useStoredUser } from '../../session/session.ts';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { LoadedUser } from './loaded-user.tsx';
import { useDirtyFlag } from './use-dirty-flag.ts';
import { UserForm } from './user-form.tsx';

/** The form of a user, in a dialog over the list. */
export function EditUserDialog({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation();
  const me = useStoredUser();
  const { isDirty, setDirty } = useDirtyFlag();
  const leave = useConfirmedClose(isDirty, close);
  const title = t(user.id === me?.id ? 'users.form.profile' : 'users.form.edit');
  return (
    <FormModal title={`${title}: ${user.username}`} leave={leave}>
      <LoadedUser id={user.id}>
        {(loaded, isSelf) => (
          <UserForm user={loaded} isSelf={isSelf} setDirty={setDirty} leave={leave} saved={close} />
        )}
      </LoadedUser>
    </FormModal>
  );
}
