import { callerErrorCodes, relayErrors, wireCodeOf } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { errorAdvice } from './error-advice.ts';

export interface ErrorEntry {
  /** Anchor of its row in the table. */
  anchor: string;
  status: number;
  /** The code in the response. */
  wire: string;
  message: string;
  advice: string;
}

/**
 * Returns every error that a caller can get, by status: what happened and what to do, in the console's
 * language.
 */
export function useErrorEntries(): readonly ErrorEntry[] {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    return callerErrorCodes
      .map((code) => ({
        anchor: code.replace(/^relay_/, '').replaceAll('_', '-'),
        status: relayErrors[code].status,
        wire: wireCodeOf(code),
        // Placeholders of the message stay unfilled.
        message: translateEnum(i18n, 'errors', code).replaceAll(/\{\{\w+\}\}/g, '…'),
        advice: t(`docs.advice.${errorAdvice[code]}`),
      }))
      .toSorted((left, right) => left.status - right.status || left.wire.localeCompare(right.wire));
  }, [t, i18n]);
}
