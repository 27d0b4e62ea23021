import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

/** A dialog that asks before it throws away what was entered: on Escape, backdrop and close alike. */
export function useGuardedClose(dirty: boolean, close: () => void): () => void {
  const { t } = useTranslation();
  return () => {
    if (!dirty) return close();
    confirm({
      title: t('ui.discard.title'),
      text: t('ui.discard.text'),
      confirm: t('ui.discard.confirm'),
      run: close,
    });
  };
}

export function FormModal({
  title,
  leave,
  children,
  ...rest
}: Omit<ModalProps, 'opened' | 'onClose'> & { leave: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={leave}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      {...rest}
    >
      {children}
    </Modal>
  );
}
