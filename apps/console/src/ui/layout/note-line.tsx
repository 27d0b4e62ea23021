import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import './note-line.css';

/**
 * What something is for, followed by facts about its data, such as its age, each after a dot. The note is
 * painted before the scripts run (`page-words.ts`); facts are blocks of their own, or the browser would count
 * the note as painted only once they are there.
 */
export function NoteLine({ note, facts }: { note: ReactNode; facts: readonly ReactNode[] }) {
  return (
    <Text c="dimmed" size="sm" component="div" className="note-line tabular">
      <span>{note}</span>
      {facts.map((fact, index) =>
        fact ? (
          // oxlint-disable-next-line react/no-array-index-key -- facts have fixed places
          <span key={index} className="note-fact">
            {/* Between the texts of both, for screen readers. */} {fact}
          </span>
        ) : null,
      )}
    </Text>
  );
}
