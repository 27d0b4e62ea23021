import i18next from 'i18next';
import { memo, type MouseEvent, useContext } from 'react';
import { useTranslation } from '../../texts.tsx';
import { InButton, InRow } from './row-context.ts';
import { toastSuccess } from '../feedback/toasts.tsx';
import { tip } from '../feedback/tip.ts';
import './tag.css';

const SHOWN_MAX = 60;

/**
 * Copies a text and confirms it, with `done` if the text itself must not be shown; if the browser refuses,
 * shows the text for manual copying.
 */
export async function copyText(text: string, done?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(
      done ??
        i18next.t('ui.copied', {
          text: text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text,
        }),
    );
  } catch {
    const { showForCopying } = await import('../feedback/copy-by-hand.tsx');
    showForCopying(text);
  }
}

/** A text to copy: ids, model names. A click copies it; in a table row, which a click opens, a small button. */
export const CopyText = memo(function CopyText({
  text,
  label = text,
  mono = true,
  whole = false,
}: {
  text: string;
  label?: string;
  mono?: boolean;
  /** Breaks a long text into lines instead of cutting it off. */
  whole?: boolean;
}) {
  const { t } = useTranslation();
  const inRow = useContext(InRow);
  if (useContext(InButton)) return <span className={mono ? 'mono' : undefined}>{label}</span>;
  const copy = (event: MouseEvent) => {
    event.stopPropagation();
    void copyText(text);
  };
  if (inRow)
    return (
      <span className={`copy-cell${mono ? ' mono' : ''}`}>
        <span>{label}</span>
        <button
          type="button"
          {...tip(t('ui.copy'))}
          aria-label={`${t('ui.copy')}: ${text}`}
          onClick={copy}
        />
      </span>
    );
  return (
    <button
      type="button"
      {...tip(t('ui.clickToCopy'))}
      className={`copy-text${mono ? ' mono' : ''}${whole ? ' breaks' : ''}`}
      onClick={copy}
    >
      <span>{label}</span>
    </button>
  );
});
