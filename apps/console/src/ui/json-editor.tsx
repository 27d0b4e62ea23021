import { Textarea, type TextareaProps } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What is wrong with a JSON text and where; null for good and for empty texts. */
export function jsonProblem(text: string, t: TFunction): string | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return [t('ui.json.invalid'), placeOf(text, error, t)].filter(Boolean).join(' · ');
  }
}

function placeOf(text: string, error: unknown, t: TFunction): string {
  const position = /position (\d+)/.exec(String(error))?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return t('ui.json.at', { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
}

/** A JSON text, checked when it is left, with the place of the first mistake. */
export function JsonEditor({ error, onBlur, ...props }: TextareaProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={12}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
      {...props}
      error={error ?? problem}
      onBlur={(event) => {
        setProblem(jsonProblem(event.currentTarget.value, t));
        onBlur?.(event);
      }}
    />
  );
}
