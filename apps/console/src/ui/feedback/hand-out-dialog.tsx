import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../display/copy.tsx';

interface HandOutDialogProps {
  title: string;
  /** What the lines are, and that they are shown only once. */
  note: string;
  /** Accessible name of the list. */
  label: string;
  lines: readonly string[];
  /** Label of the button that copies all lines. */
  copyLabel: string;
  /** Further ways to save them. */
  actions: ReactNode;
  closeLabel: string;
  close: () => void;
}

/** Shows lines that can't be shown again; a click outside does not close it. */
export function HandOutDialog(props: HandOutDialogProps) {
  const { title, note, label, lines, copyLabel, actions, closeLabel, close } = props;
  const { t } = useTranslation();
  const text = lines.join('\n');
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Text c="dimmed">{note}</Text>
        <Textarea
          aria-label={label}
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
              {copyLabel}
            </Button>
            {actions}
          </Group>
          <Button variant="default" onClick={close}>
            {closeLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
