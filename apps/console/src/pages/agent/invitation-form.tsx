import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { INVITATION_LENGTH_MAX, type OwnAgent } from '@tollgate/contract';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { copyText } from '../../ui/display/copy.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { pages } from '../index.ts';

/** The invitation link, and the text of its page. */
export function InvitationForm({ agent }: { agent: OwnAgent }) {
  const { t } = useTranslation();
  const save = useEndpointMutation(calls.updateInvitation, [calls.getOwnAgent]);
  const form = useForm({
    initialValues: { code: agent.own_code, invitation: agent.invitation },
  });
  useUnsavedChangesGuard(() => form.isDirty(), ['view']);
  const link = `${location.origin}${pages.invite.path}?aff=${agent.code}`;
  const submit = form.onSubmit((body) =>
    save.mutate(
      { body },
      {
        onSuccess: () => {
          toastSuccess(t('agent.invitation.saved'));
          form.resetDirty();
        },
        onError: (error) =>
          form.setFieldError(
            error.code === 'agent_invitation_too_long' ? 'invitation' : 'code',
            error.message,
          ),
      },
    ),
  );
  return (
    <Section title={t('agent.invitation.title')} note={t('agent.invitation.note')}>
      <Form submit={submit} busy={save.isPending}>
        <Stack gap="sm">
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput flex={1} readOnly label={t('agent.invitation.link')} value={link} />
            <Button
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.6} />}
              onClick={() => void copyText(link, t('agent.invitation.copied'))}
            >
              {t('ui.copy')}
            </Button>
          </Group>
          <TextInput
            label={t('agent.invitation.code')}
            description={t('agent.invitation.codeHint')}
            maxLength={32}
            autoComplete="off"
            {...form.getInputProps('code')}
          />
          <Textarea
            label={t('agent.invitation.text')}
            description={t('agent.invitation.textHint')}
            maxLength={INVITATION_LENGTH_MAX}
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps('invitation')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t('agent.invitation.save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}
