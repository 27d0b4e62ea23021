import { Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { overlaysReady } from './overlays-ready.ts';

/** Shows a text, already selected, if the browser refuses to copy it. */
export function showForCopying(text: string): void {
  overlaysReady.pass(() =>
    modals.open({
      title: i18next.t('ui.copyByHand'),
      children: (
        <Textarea
          defaultValue={text}
          readOnly
          autosize
          minRows={2}
          data-autofocus
          aria-label={i18next.t('ui.copyByHand')}
          onFocus={(event) => event.currentTarget.select()}
        />
      ),
    }),
  );
}
