import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { overlaysReady } from './overlays-ready.ts';

export interface ConfirmOptions {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  run: () => void;
  /** Called when the dialog has closed, whatever the choice. */
  closed?: () => void;
}

/** Runs an action once: a second click or Enter may arrive while its dialog closes. */
function once(run: () => void): () => void {
  let isRun = false;
  return () => {
    if (isRun) return;
    isRun = true;
    run();
  };
}

/** Asks for confirmation of an action that is hard to undo. */
export function confirm(options: ConfirmOptions): void {
  const { title, text, confirm: label, danger = true, run, closed } = options;
  overlaysReady.pass(() =>
    modals.openConfirmModal({
      title,
      children: <Text>{text}</Text>,
      labels: { confirm: label, cancel: i18next.t('ui.cancel') },
      confirmProps: danger ? { color: 'red.9' } : {},
      onConfirm: once(run),
      ...(closed ? { onClose: closed } : {}),
    }),
  );
}

export interface TypedOptions {
  word: string;
  /** Shown if something else was typed. */
  mistake?: string;
}

/** Asks the user to type a word to confirm an irreversible action. */
export function confirmTyped({ word, ...options }: ConfirmOptions & TypedOptions): void {
  const modalId = randomId();
  const close = () => modals.close(modalId);
  overlaysReady.pass(() =>
    modals.open({
      modalId,
      title: options.title,
      children: <TypedForm {...options} run={once(options.run)} word={word} close={close} />,
    }),
  );
}

function TypedForm({
  text,
  confirm: label,
  word,
  mistake,
  run,
  close,
}: ConfirmOptions & TypedOptions & { close: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== word) return setAttempted(true);
        close();
        run();
      }}
    >
      <Stack>
        <Text>{text}</Text>
        <TextInput
          label={t('ui.typeToConfirm', { word })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={
            isAttempted && typed !== word ? (mistake ?? t('ui.typeToConfirm', { word })) : undefined
          }
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red.9">
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
