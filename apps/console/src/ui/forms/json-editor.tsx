import { Textarea, type TextareaProps } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { findJsonError } from './find-json-error.ts';

/** Describes the error of a JSON text with its position; null for valid and for empty texts. */
export function jsonErrorMessage(text: string, t: TFunction): string | null {
  const position = findJsonError(text);
  return position
    ? `${t('ui.json.invalid')} · ${t('ui.json.at', { line: position.line, column: position.column })}`
    : null;
}

/** A JSON field, validated on blur, that shows the position of the first error. */
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
        setProblem(jsonErrorMessage(event.currentTarget.value, t));
        onBlur?.(event);
      }}
    />
  );
}
