import { ActionIcon, Button, Code, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { confirm } from '../feedback/confirm.tsx';
import { copyText } from '../display/copy.tsx';
import { maskKey } from '../format/mask-key.ts';
import { CodeSample } from './code-sample.tsx';

/** Shows a new key: masked, copied with one click, with code that works with this server. */
export function KeyReveal({
  secret,
  model,
  below,
  close,
}: {
  secret: string;
  model: string;
  /** The outcome of the key's first call. */
  below?: ReactNode;
  close: () => void;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState(false);
  const copy = (text: string) => {
    setCopied(true);
    void copyText(text);
  };
  const leave = () =>
    copied
      ? close()
      : confirm({
          title: t('tokens.reveal.closeTitle'),
          text: t('tokens.reveal.closeText'),
          confirm: t('tokens.reveal.closeConfirm'),
          danger: false,
          run: close,
        });
  return (
    <Modal
      opened
      onClose={leave}
      title={t('tokens.reveal.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Text c="dimmed">{t('tokens.reveal.text')}</Text>
        <Group wrap="nowrap" gap="xs">
          <Code
            className="mono"
            style={{ flex: 1, padding: '9px 12px', overflow: 'hidden', textOverflow: 'ellipsis' }}
            data-testid="new-key"
          >
            {shown ? secret : maskKey(secret)}
          </Code>
          <Tooltip label={t(shown ? 'tokens.reveal.hide' : 'tokens.reveal.show')}>
            <ActionIcon
              size={34}
              variant="default"
              aria-label={t(shown ? 'tokens.reveal.hide' : 'tokens.reveal.show')}
              onClick={() => setShown(!shown)}
            >
              {shown ? <IconEyeOff size={17} /> : <IconEye size={17} />}
            </ActionIcon>
          </Tooltip>
          <Button leftSection={<IconCopy size={16} />} onClick={() => copy(secret)} data-autofocus>
            {t('tokens.reveal.copy')}
          </Button>
        </Group>
        <CodeSample model={model} secret={secret} shown={shown} copied={() => setCopied(true)} />
        {below}
      </Stack>
    </Modal>
  );
}
