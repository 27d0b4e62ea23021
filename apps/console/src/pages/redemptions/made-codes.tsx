import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { formatQuotaExactly } from '@tollgate/pricing';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { copyText } from '../../ui/display/copy.tsx';
import { downloadFile } from '../../api/download-file.ts';
import type { MadeCodes } from './form.tsx';

/** Hands out codes that were just made: all copied by one press, or saved as a file, one a line. */
export function MadeCodesDialog({ made, close }: { made: MadeCodes; close: () => void }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const { codes, quota } = made;
  const text = codes.join('\n');
  const save = () =>
    downloadFile(
      new Blob([`${text}\n`], { type: 'text/plain' }),
      `codes-${dayjs().format('YYYY-MM-DD-HHmmss')}.txt`,
    );
  return (
    <Modal
      opened
      onClose={close}
      title={t('redemptions.made.title', { count: codes.length })}
      size="md"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Text c="dimmed">
          {t('redemptions.made.text', { money: formatQuotaExactly(quota, display) })}
        </Text>
        <Textarea
          aria-label={t('redemptions.made.list')}
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
              {t('redemptions.made.copy')}
            </Button>
            <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
              {t('redemptions.made.save')}
            </Button>
          </Group>
          <Button variant="default" onClick={close}>
            {t('redemptions.made.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
