import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';

/** Sends an e-mail with the saved settings, and shows the mail server's response. */
export function TestMail() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const sending = useEndpointMutation(calls.sendTestMail);
  const { data } = sending;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate({ body: { email } }, { onError: toastError });
      }}
    >
      <Group align="flex-end" pt="md" gap="xs" maw={460}>
        <TextInput
          flex={1}
          type="email"
          label={t('notifications.testMail.to')}
          description={t('notifications.testMail.hint')}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={sending.isPending}
          disabled={email.trim() === ''}
        >
          {t('notifications.testMail.run')}
        </Button>
      </Group>
      <div role="status">
        {data ? (
          <Alert
            mt="md"
            variant="light"
            color={data.ok ? 'green' : 'red'}
            icon={data.ok ? <IconCircleCheck size={18} /> : <IconAlertTriangle size={18} />}
            title={t(data.ok ? 'notifications.testOk' : 'notifications.testFailed')}
          >
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('notifications.answer')}: {data.answer || '–'}
            </Text>
          </Alert>
        ) : null}
      </div>
    </form>
  );
}
