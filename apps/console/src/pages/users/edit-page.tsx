import { Box } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { pages } from '../index.ts';
import { LoadedUser } from './loaded-user.tsx';
import { useDirtyFlag } from './use-dirty-flag.ts';
import { UserForm } from './user-form.tsx';

/** The form of a user on its own page; without an id that of the signed-in user. */
export function UserEditPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = useParams({ strict: false }) as { id?: string };
  const named = useEndpoint(
    calls.getUser,
    { params: { id: Number(id) } },
    { enabled: id !== undefined },
  );
  const { isDirty, setDirty } = useDirtyFlag();
  useUnsavedChangesGuard(isDirty);
  const back = () => void navigate({ to: pages.user.path });
  return (
    <>
      <PageHeader
        title={t(id === undefined ? 'users.form.profile' : 'users.form.edit')}
        note={named.data?.username}
      />
      <Box maw={760}>
        <LoadedUser key={id} id={id === undefined ? undefined : Number(id)}>
          {(user, isSelf) => (
            <UserForm
              user={user}
              isSelf={isSelf}
              setDirty={setDirty}
              leave={back}
              leaveLabel={t('users.form.back')}
              saved={() => {
                setDirty(false);
                back();
              }}
            />
          )}
        </LoadedUser>
      </Box>
    </>
  );
}
