import { relayErrors, type RelayErrorCode, wireCodeOf } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { errorAdvice } from './error-advice.ts';

export interface ErrorEntry {
  /** Where the table has it. */
  anchor: string;
  status: number;
  /** The code as a response has it. */
  wire: string;
  message: string;
  advice: string;
}

/** Every error that a caller can get, by status: what happened and what to do, in the language of the console. */
export function useErrorEntries(): readonly ErrorEntry[] {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const codes = Object.keys(relayErrors) as RelayErrorCode[];
    return codes
      .map((code) => ({
        anchor: code.replace(/^relay_/, '').replaceAll('_', '-'),
        status: relayErrors[code].status,
        wire: wireCodeOf(code),
        // What a message fills in is left open.
        message: translateEnum(i18n, 'errors', code).replaceAll(/\{\{\w+\}\}/g, '…'),
        advice: t(`docs.advice.${errorAdvice[code]}`),
      }))
      .toSorted((left, right) => left.status - right.status || left.wire.localeCompare(right.wire));
  }, [t, i18n]);
}
