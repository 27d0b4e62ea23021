import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { pages } from '../index.ts';

/** Hands out links with codes that were just made: they are shown this once. */
export function MadeRegistrationCodes({
  codes,
  close,
}: {
  codes: readonly string[];
  close: () => void;
}) {
  const { t } = useTranslation();
  const links = codes.map((code) => `${location.origin}${pages.register.path}?invite=${code}`);
  const text = links.join('\n');
  return (
    <Modal
      opened
      onClose={close}
      title={t('registrationCodes.made.title', { count: codes.length })}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Text c="dimmed">{t('registrationCodes.made.text')}</Text>
        <Textarea
          aria-label={t('registrationCodes.made.list')}
          value={text}
          readOnly
          autosize
          minRows={1}
          maxRows={10}
          classNames={{ input: 'mono' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="space-between">
          <Group gap="xs">
            <Button
              leftSection={<IconCopy size={16} />}
              onClick={() => void copyText(text)}
              data-autofocus
            >
              {t('registrationCodes.made.copyLinks')}
            </Button>
            <Button variant="default" onClick={() => void copyText(codes.join('\n'))}>
              {t('registrationCodes.made.copyCodes')}
            </Button>
          </Group>
          <Button variant="default" onClick={close}>
            {t('registrationCodes.made.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
