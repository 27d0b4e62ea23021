import { Button, Code, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { copyText } from '../../../ui/display/copy.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';

/** Shows new recovery codes, once: leaving them unsaved asks first. */
export function RecoveryCodesDialog({
  codes,
  close,
}: {
  codes: readonly string[];
  close: () => void;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const leave = () =>
    copied
      ? close()
      : confirm({
          title: t('personal.recovery.closeTitle'),
          text: t('personal.recovery.closeText'),
          confirm: t('personal.recovery.closeConfirm'),
          danger: false,
          run: close,
        });
  const copy = () => {
    setCopied(true);
    void copyText(codes.join('\n'));
  };
  return (
    <Modal
      opened
      onClose={leave}
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
          <Button variant="default" onClick={copy} data-autofocus>
            {t('personal.recovery.copy')}
          </Button>
          <Button onClick={close}>{t('personal.recovery.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
