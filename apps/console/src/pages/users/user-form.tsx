import { SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { Section } from '../../ui/layout/section.tsx';
import { listBindings } from './bindings.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { QuotaFields } from './quota-fields.tsx';
import { useSaveUser } from './use-save-user.ts';
import { checkUser, initialValues, userChanges, type UserValues } from './values.ts';

export interface UserFormProps {
  user: User;
  /** Whether it is the viewer's own account, whose group and balance they may not change. */
  isSelf: boolean;
  setDirty: (dirty: boolean) => void;
  leave: () => void;
  leaveLabel?: string | undefined;
  saved: () => void;
}

/** All editable fields of a user; only changes are sent. */
export function UserForm({ user, isSelf, setDirty, leave, leaveLabel, saved }: UserFormProps) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const { save, busy } = useSaveUser(user, isSelf);
  // The user may be fetched again: what somebody else has changed is no change of this form.
  const [opened] = useState(user);
  const form = useForm<UserValues>({
    initialValues: initialValues(user),
    validate: (values) => checkUser(user, values, t),
  });
  const dirty = form.isDirty();
  useEffect(() => setDirty(dirty), [setDirty, dirty]);
  const submit = form.onSubmit((values) => {
    const changes = userChanges(opened, values);
    if (Object.keys(changes).length === 0) return saved();
    const refused = showRefusalAt(form, {
      username_taken: 'username',
      channel_group_unknown: 'groups',
      group_invalid: 'groups',
      quota_below_zero: 'change',
      quota_invalid: 'change',
    });
    return save(changes, t('users.updated'), saved, refused);
  });
  return (
    <FormFrame
      submit={submit}
      submitLabel={t('users.form.submit')}
      busy={busy}
      leaveLabel={leaveLabel}
      leave={leave}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          label={t('users.form.username')}
          description={t('users.form.usernameHint')}
          autoComplete="off"
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('users.form.displayName')}
          description={t('users.form.displayNameHint')}
          autoComplete="off"
          {...form.getInputProps('displayName')}
        />
        <PasswordField
          label={t('users.form.password')}
          description={t(isSelf ? 'users.form.passwordKeepOwn' : 'users.form.passwordKeep')}
          placeholder={t('users.form.passwordPlaceholder')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        {isSelf ? (
          <ReadOnlyInput label={t('users.form.groups')} value={user.group} />
        ) : (
          <GroupsField {...form.getInputProps('groups')} />
        )}
      </SimpleGrid>
      <Section
        title={t('users.form.quota')}
        note={t(isSelf ? 'users.quota.own' : 'users.quota.note')}
      >
        {isSelf ? (
          <ReadOnlyInput
            label={t('users.quota.current')}
            value={formatQuotaExactly(user.quota, display)}
          />
        ) : (
          <QuotaFields form={form} before={user.quota} />
        )}
      </Section>
      <Section title={t('users.form.bindings')} note={t('users.form.bindingsHint')}>
        <LinkedAccounts user={user} />
      </Section>
    </FormFrame>
  );
}

/** Linked accounts as read-only fields; the others are only named. */
function LinkedAccounts({ user }: { user: User }) {
  const { t } = useTranslation();
  const bindings = listBindings(t, user);
  const linked = bindings.filter(({ value }) => value !== '');
  const others = bindings
    .filter(({ value }) => value === '')
    .map(({ name, provider }) => provider?.name ?? name);
  return (
    <Stack gap="xs">
      {linked.length > 0 ? (
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" verticalSpacing="xs">
          {linked.map(({ name, value }) => (
            <ReadOnlyInput key={name} label={name} value={value} />
          ))}
        </SimpleGrid>
      ) : null}
      {others.length > 0 ? (
        <Text size="sm">
          <Text span inherit c="dimmed">
            {t('users.form.notLinked')}
          </Text>{' '}
          {others.join(t('ui.comma'))}
        </Text>
      ) : null}
    </Stack>
  );
}

/** A value that only others can change; as readable as an editable one. */
function ReadOnlyInput({ label, value }: { label: string; value: string }) {
  return (
    <TextInput
      disabled
      label={label}
      value={value}
      styles={{ input: { color: 'var(--mantine-color-text)', opacity: 1 } }}
    />
  );
}

function GroupsField(props: object) {
  const { t } = useTranslation();
  const groups = useEndpoint(calls.listGroups);
  return (
    <TagsInput
      label={t('users.form.groups')}
      description={t('users.form.groupsHint')}
      data={groups.data ?? []}
      {...props}
    />
  );
}
