import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { type AgentTerms, refuseOrderCompletion, type User } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { USER_LISTS } from './use-user-actions.ts';

/** Whether a user is an agent, and on what terms; absent if the viewer may not change the user. */
export function AgentTermsCard({ user }: { user: User }) {
  const viewer = useStoredUser();
  const terms = useEndpoint(calls.getAgentTerms, { params: { id: user.id } });
  if (!viewer || refuseOrderCompletion(viewer, user) || !terms.data) return null;
  return <TermsForm key={user.id} user={user} terms={terms.data} />;
}

function TermsForm({ user, terms }: { user: User; terms: AgentTerms }) {
  const { t } = useTranslation();
  const save = useEndpointMutation(calls.saveAgentTerms, [calls.getAgentTerms, ...USER_LISTS]);
  const form = useForm({
    initialValues: {
      enabled: terms.enabled,
      share: terms.share_percent as number | string,
      discount: terms.discount_percent as number | string,
    },
  });
  const submit = form.onSubmit(({ enabled, share, discount }) =>
    save.mutate(
      {
        params: { id: user.id },
        body: { enabled, share_percent: Number(share), discount_percent: Number(discount) },
      },
      {
        onSuccess: () => {
          toastSuccess(t('agent.termsForm.saved'));
          form.resetDirty();
        },
        onError: toastError,
      },
    ),
  );
  const { enabled } = form.values;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('agent.termsForm.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <div>
            <Text fw={600}>{t('agent.termsForm.title')}</Text>
            <Text size="sm" c="dimmed">
              {t('agent.termsForm.note')}
            </Text>
          </div>
          <Checkbox
            label={t('agent.termsForm.enabled')}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
          {enabled ? (
            <SimpleGrid cols={2}>
              <NumberInput
                label={t('agent.termsForm.share')}
                min={0}
                max={50}
                decimalScale={2}
                {...form.getInputProps('share')}
              />
              <NumberInput
                label={t('agent.termsForm.discount')}
                min={0}
                max={90}
                decimalScale={2}
                {...form.getInputProps('discount')}
              />
            </SimpleGrid>
          ) : null}
          <Group justify="flex-end">
            <Button type="submit" size="xs" disabled={!form.isDirty()} loading={save.isPending}>
              {t('agent.termsForm.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
