import { Alert, Group, Text } from '@mantine/core';
import type { LogEntry } from '@tollgate/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useModels } from '../../ui/hooks/use-models.ts';
import { closestName } from './closest-name.ts';
import { LogLink } from '../logs/log-link.tsx';

/** A refused call: why, and which model was most likely meant. */
export function RefusedCall({ call }: { call: LogEntry }) {
  const { t } = useTranslation();
  const { names } = useModels();
  const meant = names.includes(call.model_name) ? undefined : closestName(call.model_name, names);
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle size={18} />}
      title={t('onboarding.refused.title', { model: call.model_name })}
      mt="xs"
      role="status"
    >
      <Text size="sm">{call.content}</Text>
      <Group gap="sm" mt={4}>
        <Text size="sm" fw={500}>
          {meant === undefined
            ? t('onboarding.refused.free')
            : t('onboarding.refused.meant', { model: meant })}
        </Text>
        <LogLink search={{ request_id: call.request_id }} />
      </Group>
    </Alert>
  );
}
