import { Modal, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useUnsavedInput } from '../../session/unsaved-input.ts';
import { useTranslation } from '../../texts.tsx';
import { confirm } from '../feedback/confirm.tsx';

/**
 * Asks before a page is left while `isDirty`, except for changes of its own query other than `views`, which show
 * something else instead of the form. Returns a function that allows leaving without asking, as after saving.
 */
export function useUnsavedChangesGuard(
  isDirty: () => boolean,
  views: readonly string[] = [],
): () => void {
  const { t } = useTranslation();
  const mayLeave = useRef(false);
  const guards = useUnsavedInput(() => !mayLeave.current && isDirty());
  const askToLeave = () =>
    new Promise<boolean>((resolve) => {
      confirm({
        title: t('ui.discard.title'),
        text: t('ui.discard.text'),
        confirm: t('ui.discard.confirm'),
        run: () => resolve(true),
        closed: () => resolve(false),
      });
    });
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isOther = views.some((name) => queryOf(current)[name] !== queryOf(next)[name]);
      if (current.pathname === next.pathname && !isOther) return false;
      return guards() && !(await askToLeave());
    },
    enableBeforeUnload: guards,
  });
  return useCallback(() => {
    mayLeave.current = true;
  }, []);
}

const queryOf = ({ search }: { search: unknown }) => search as Record<string, unknown>;

/**
 * Returns a close handler that asks before discarding input, for Escape, backdrop and close button alike; so
 * does leaving the page, as by the gesture for Back, with which phones close dialogs.
 */
export function useConfirmedClose(dirty: boolean | (() => boolean), close: () => void): () => void {
  const { t } = useTranslation();
  const isDirty = typeof dirty === 'function' ? dirty : () => dirty;
  useUnsavedChangesGuard(isDirty);
  return () => {
    if (!isDirty()) return close();
    confirm({
      title: t('ui.discard.title'),
      text: t('ui.discard.text'),
      confirm: t('ui.discard.confirm'),
      run: close,
    });
  };
}

/** Restores the focus after a dialog that closes by being unmounted. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
}

/** The frame of a form in a dialog; `leave` handles Escape, backdrop and the close button. */
export function FormModal({
  title,
  leave,
  children,
  ...rest
}: Omit<ModalProps, 'opened' | 'onClose'> & { leave: () => void }) {
  const { t } = useTranslation();
  useFocusBack();
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
