import type { AuditChange } from '@tollgate/contract';
import { findLoginProvider, findOption } from '@tollgate/contract';
import type { i18n } from 'i18next';
import { optionLabel } from '../settings/option-label.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** The kind of object that an entry is about, and one of its changes. */
export interface ChangeOf {
  subject: string;
  change: AuditChange;
}

/** Names the changed field; one written by another version is shown as recorded. */
export function nameField(texts: i18n, { subject, change: { field } }: ChangeOf): string {
  const [head = '', ...members] = field.split('.');
  const member = members.join('.');
  // A setting of a channel has its own name; other members are names that somebody chose.
  if (head === 'setting' && member !== '') return nameOf(texts, subject, member);
  return [nameOf(texts, subject, head), member].filter(Boolean).join(' · ');
}

function nameOf(texts: i18n, subject: string, name: string): string {
  const own = textOf(texts, `audit.fields.${subject}_${name}`);
  const shared = own ?? textOf(texts, `audit.fields.${name}`);
  if (shared !== undefined) return shared;
  if (findOption(name)) return optionLabel(texts.t, name);
  return findLoginProvider(name)?.name ?? name;
}

/** Values of flags, in JSON or in a column. */
const YES_NO: Readonly<Record<string, 'ui.yes' | 'ui.no'>> = { true: 'ui.yes', false: 'ui.no' };
const PERCENT = /_percent$|^percent$/;
const KIB = 1024;

/** Puts a value that is neither money nor a time in words; names and texts stay as recorded. */
export function describeValue(texts: i18n, { subject, change }: ChangeOf, value: string): string {
  const name = change.field.replace(/^setting\./, '');
  const own = textOf(texts, `audit.values.${subject}_${name}.${value}`);
  const shared = own ?? textOf(texts, `audit.values.${name}.${value}`);
  if (shared !== undefined) return shared;
  const flag = YES_NO[value];
  if (flag) return texts.t(flag);
  if (name === 'basis_points') return `${Number(value) / 100}%`;
  if (PERCENT.test(name)) return `${value}%`;
  if (name.endsWith('_delay_ms')) return `${value} ms`;
  if (name === 'bytes') return `${formatNumber(Math.ceil(Number(value) / KIB))} KiB`;
  return readList(value)?.join(texts.t('ui.comma')) ?? value;
}

function textOf(texts: i18n, key: string): string | undefined {
  return texts.exists(key) ? texts.t(key) : undefined;
}

/** Reads a JSON list of texts and numbers. */
function readList(value: string): (string | number)[] | undefined {
  if (!value.startsWith('[')) return undefined;
  try {
    const list = JSON.parse(value) as unknown[];
    return list.every((item) => typeof item === 'string' || typeof item === 'number')
      ? list
      : undefined;
  } catch {
    return undefined;
  }
}
