import { Button, Code, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../../texts.tsx';
import { copyText } from '../../../ui/display/copy.tsx';

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({
  codes,
  close,
}: {
  codes: readonly string[];
  close: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={t('personal.recovery.dialog')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Text c="dimmed">{t('personal.recovery.text')}</Text>
        <SimpleGrid cols={2} spacing="xs" data-testid="recovery-codes">
          {codes.map((code) => (
            <Code key={code} className="mono" ta="center" py={8}>
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void copyText(codes.join('\n'))}>
            {t('personal.recovery.copy')}
          </Button>
          <Button onClick={close}>{t('personal.recovery.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
