import { Button, Code, Group, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCopy } from '@tabler/icons-react';
import i18next from 'i18next';
import { copyText } from '../../ui/display/copy.tsx';
import { overlaysReady } from '../../ui/feedback/overlays-ready.ts';

/** Shows a long text in a dialog, with a copy button. */
export function showText(title: string, text: string): void {
  overlaysReady.pass(() =>
    modals.open({
      title,
      size: 'lg',
      closeButtonProps: { 'aria-label': i18next.t('ui.close') },
      children: (
        <Stack>
          {/* A scrollable region must be reachable by keyboard. */}
          <Code block className="long-text" tabIndex={0} role="region" aria-label={title}>
            {text}
          </Code>
          <Group justify="flex-end">
            <Button
              variant="default"
              leftSection={<IconCopy size={16} />}
              onClick={() => void copyText(text)}
            >
              {i18next.t('ui.copy')}
            </Button>
          </Group>
        </Stack>
      ),
    }),
  );
}

/** Shows a record as formatted JSON, with all its fields. */
export const showRecord = (id: string, record: object) =>
  showText(i18next.t('tasks.record', { id }), JSON.stringify(record, null, 2));
