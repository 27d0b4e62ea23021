import type { OptionDefinition } from '@tollgate/contract';
import { formatQuotaExactly, groupThousands, type QuotaDisplay } from '@tollgate/pricing';
import type { TFunction } from 'i18next';
import { jsonErrorMessage } from '../../ui/forms/json-editor.tsx';
import { optionLabel } from './option-label.ts';

/** Formats an option's value for editing: JSON indented, everything else as is. */
export function toShownText({ kind }: OptionDefinition, value: string): string {
  if (kind !== 'json') return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** Formats an option's value for display: amounts in the site's format, everything else as stored. */
export function toDisplayText(
  option: OptionDefinition | undefined,
  value: string,
  display: QuotaDisplay,
): string {
  return option?.isQuota && /^\d+$/.test(value)
    ? groupThousands(formatQuotaExactly(Number(value), display))
    : value;
}

/** Returns what is wrong with an option's text; undefined if the server would accept it. */
export function findProblem(
  { key, kind, check }: OptionDefinition,
  text: string,
  t: TFunction,
): string | undefined {
  const result = check(text);
  if (result.ok) return undefined;
  const code: string = result.code;
  if (kind === 'json')
    return (
      jsonErrorMessage(text, t) ?? t(text.trim() === '' ? `errors.${code}` : 'setting.wrongShape')
    );
  return t(`errors.${code}`, { key: optionLabel(t, key), ...result.params });
}
