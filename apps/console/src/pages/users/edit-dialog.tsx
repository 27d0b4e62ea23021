import type { User } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import { useStoredUser } from '../../session.ts';
import { FormModal, useGuardedClose } from '../../ui/guarded-modal.tsx';
import { LoadedUser } from './loaded-user.tsx';
import { useDirtyNote } from './use-dirty-note.ts';
import { UserForm } from './user-form.tsx';

/** The form of a user over the list. */
export function EditUserDialog({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation();
  const me = useStoredUser();
  const { isDirty, noteDirty } = useDirtyNote();
  const leave = useGuardedClose(isDirty, close);
  const title = t(user.id === me?.id ? 'users.form.profile' : 'users.form.edit');
  return (
    <FormModal title={`${title}: ${user.username}`} leave={leave}>
      <LoadedUser id={user.id}>
        {(loaded, own) => (
          <UserForm
            user={loaded}
            own={own}
            noteDirty={noteDirty}
            leave={leave}
            leaveLabel={t('ui.cancel')}
            saved={close}
          />
        )}
      </LoadedUser>
    </FormModal>
  );
}
