import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { ROLE_ADMIN, ROLE_USER } from '@tollgate/contract';
import { useForm } from '@mantine/form';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { USER_LISTS } from './use-user-actions.ts';
import { checkNewUser, type NewUserValues } from './values.ts';

/** The minimum fields of a new user; others are edited afterwards. */
export function AddUserForm({
  role: proposed = ROLE_USER,
  close,
}: {
  /** The initial role. */
  role?: number | undefined;
  close: () => void;
}) {
  const { t } = useTranslation();
  // The server only allows creating users with a lower role than the creator's.
  const may = (useStoredUser()?.role ?? ROLE_USER) > ROLE_ADMIN;
  const form = useForm<NewUserValues>({
    initialValues: { username: '', displayName: '', password: '', role: String(proposed) },
    validate: (values) => checkNewUser(values, t),
  });
  const leave = useConfirmedClose(form.isDirty(), close);
  const create = useEndpointMutation(calls.createUser, USER_LISTS);
  const title = t(Number(form.values.role) === ROLE_ADMIN ? 'users.addAdmin' : 'users.add');
  const submit = form.onSubmit(({ username, displayName, password, role }) =>
    create.mutate(
      {
        body: {
          username: username.trim(),
          display_name: displayName.trim(),
          password,
          role: Number(role) === ROLE_ADMIN ? ROLE_ADMIN : ROLE_USER,
        },
      },
      {
        onSuccess: (user) => {
          toastSuccess(t('users.created', { name: user.username }));
          close();
        },
        onError: showRefusalAt(form, { username_taken: 'username' }),
      },
    ),
  );
  return (
    <FormModal title={title} leave={leave} size="md">
      <FormFrame submit={submit} submitLabel={title} busy={create.isPending} leave={leave}>
        <TextInput
          label={t('users.form.username')}
          description={t('users.form.usernameHint')}
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('users.form.displayName')}
          description={t('users.form.displayNameNewHint')}
          autoComplete="off"
          {...form.getInputProps('displayName')}
        />
        {may ? (
          <Input.Wrapper
            label={t('users.form.role')}
            description={t(`users.form.roleHints.${form.values.role === '10' ? 'admin' : 'user'}`)}
            labelElement="div"
            inputWrapperOrder={['label', 'input', 'description']}
          >
            <SegmentedControl
              mt={4}
              mb={4}
              fullWidth
              aria-label={t('users.form.role')}
              data={[
                { value: String(ROLE_USER), label: t('users.roles.user') },
                { value: String(ROLE_ADMIN), label: t('users.roles.admin') },
              ]}
              {...form.getInputProps('role')}
            />
          </Input.Wrapper>
        ) : null}
        <PasswordField
          label={t('users.form.password')}
          description={t('users.form.passwordHint')}
          placeholder={t('users.form.passwordPlaceholder')}
          withAsterisk
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </FormFrame>
    </FormModal>
  );
}
