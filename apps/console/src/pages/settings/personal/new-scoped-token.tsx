import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../../texts.tsx';
import { copyText } from '../../../ui/display/copy.tsx';

/** Shows a new access token, once. */
export function NewScopedToken({ token, close }: { token: string; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={t('personal.scopedTokens.made')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Text c="dimmed">{t('personal.scopedTokens.madeText')}</Text>
        <Code
          className="mono"
          p={12}
          data-testid="new-scoped-token"
          style={{ overflowWrap: 'anywhere' }}
        >
          {token}
        </Code>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('personal.scopedTokens.kept')}
          </Button>
          <Button
            onClick={() => void copyText(token, t('personal.scopedTokens.copied'))}
            data-autofocus
          >
            {t('personal.scopedTokens.copy')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
