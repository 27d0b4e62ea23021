import { Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { CopyText } from '../../../ui/display/copy.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';

/** The models that the user's groups can call; a click copies the name. */
export function ModelsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const { data, error, refetch } = useEndpoint(calls.listOwnModels);
  const shown = data?.filter((name) => name.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('personal.models.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {shown ? (
        <Stack>
          <TextInput
            data-autofocus
            leftSection={<IconSearch size={16} stroke={1.6} />}
            label={t('personal.models.find')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed" role="status">
            {data?.length === 0
              ? t('personal.models.empty')
              : t('personal.models.count', { count: shown.length })}
          </Text>
          <Group gap="xs" className="model-names">
            {shown.map((name) => (
              <CopyText key={name} text={name} />
            ))}
          </Group>
        </Stack>
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Stack aria-busy>
          <Skeleton height={36} />
          <Skeleton height={120} />
        </Stack>
      )}
    </Modal>
  );
}
