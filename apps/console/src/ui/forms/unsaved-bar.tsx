import { Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';

/** One change in the bar: its label, and the value before and after. */
export interface UnsavedChange {
  key: string;
  label: string;
  from: string;
  to: string;
}

export interface UnsavedBarProps {
  /** For example "3 unsaved prices". */
  title: string;
  changes: readonly UnsavedChange[];
  /** Why it can't be saved yet. */
  problem?: ReactNode;
  /** The full changes, above the rest of the bar. */
  details?: ReactNode;
  saveLabel: string;
  busy: boolean;
  discard: () => void;
  /** Input that is saved along, such as a note. */
  beside?: ReactNode;
  /** Shows all changes in full, or their effect. */
  review: { label: string; icon?: ReactNode; run: () => void };
  save: () => void;
}

const SHOWN = 4;

/** The unsaved changes, at the bottom of the page; hidden if there are none. */
export function UnsavedBar({
  title,
  changes,
  problem,
  details,
  saveLabel,
  busy,
  discard,
  beside,
  review,
  save,
}: UnsavedBarProps) {
  const { t } = useTranslation();
  const more = changes.length - SHOWN;
  return (
    <section className="unsaved-bar" aria-label={t('ui.unsaved.label')}>
      {details === undefined ? null : <div className="unsaved-details">{details}</div>}
      <Group gap="xs" wrap="nowrap" className="unsaved-changes">
        <Text size="sm" fw={600} role="status" className="unsaved-title">
          <IconPencil size={15} stroke={1.8} aria-hidden className="in-line-icon" /> {title}
        </Text>
        {problem === undefined ? (
          <ul>
            {changes.slice(0, SHOWN).map(({ key, label, from, to }) => (
              <li key={key}>
                {label} <del>{from || '–'}</del> → <ins>{to || '–'}</ins>
              </li>
            ))}
            {more > 0 ? <li>{t('ui.unsaved.more', { count: more })}</li> : null}
          </ul>
        ) : (
          <Text size="sm" c="var(--bad)">
            {problem}
          </Text>
        )}
      </Group>
      <Group gap="xs" className="unsaved-acts">
        {beside}
        <Button variant="subtle" color="slate" onClick={discard}>
          {t('ui.unsaved.discard')}
        </Button>
        <Button
          variant="default"
          leftSection={review.icon}
          aria-expanded={review.icon ? undefined : details !== undefined}
          onClick={review.run}
        >
          {review.label}
        </Button>
        <Button loading={busy} onClick={save}>
          {saveLabel}
        </Button>
      </Group>
    </section>
  );
}
