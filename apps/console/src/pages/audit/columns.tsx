import { Group } from '@mantine/core';
import { type AuditEntry, findOption, teamNameOf } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { optionLabel } from '../settings/option-label.ts';
import { AuditValue } from './audit-value.tsx';
import { nameField } from './describe-change.ts';

type Key = 'time' | 'actor' | 'action' | 'object' | 'changes' | 'reason' | 'ip';

const none = <span className="none">–</span>;

/** Names an action; one written by another version is shown as is. */
export const nameAction = (t: TFunction, action: string) =>
  t(`audit.actions.${action}` as 'audit.actions.login', { defaultValue: action });

/** Describes the object of an entry. */
export const nameObject = (t: TFunction, { subject, object_id, object_name }: AuditEntry) =>
  [
    t(`audit.subjects.${subject}` as 'audit.subjects.user', { defaultValue: subject }),
    object_id === '' ? '' : `#${object_id}`,
    subject === 'option' || subject === 'price'
      ? nameOptions(t, object_name)
      : subject === 'team'
        ? (teamNameOf(object_name) ?? object_name)
        : object_name,
  ]
    .filter(Boolean)
    .join(' ');

/** Names the options in a list of keys, which may end in the middle of one. */
const nameOptions = (t: TFunction, keys: string) =>
  keys
    .split(', ')
    .map((key) => (findOption(key) ? optionLabel(t, key) : key))
    .join(t('ui.comma'));

/** Values chosen by third parties may be of any length. */
const Clipped = ({ text }: { text: string }) =>
  text === '' ? (
    none
  ) : (
    <span className="clip" style={{ maxWidth: 260 }} title={text}>
      {text}
    </span>
  );

/** The first changed field with its values, and the number of others. */
function FirstChange({ entry: { subject, changes } }: { entry: AuditEntry }) {
  const { i18n } = useTranslation();
  const [first] = changes;
  if (!first) return none;
  const { field, from, to } = first;
  const of = { subject, change: first };
  return (
    <Group gap={4} wrap="nowrap">
      <span className="clip" style={{ maxWidth: 300 }}>
        <span className="none" title={field}>
          {nameField(i18n, of)}
        </span>{' '}
        {from === undefined ? null : (
          <>
            <AuditValue of={of} value={from} />
            {' → '}
          </>
        )}
        <AuditValue of={of} value={to} />
      </span>
      {changes.length > 1 ? <span className="none">+{changes.length - 1}</span> : null}
    </Group>
  );
}

/** Returns the columns of the audit log. */
export function auditColumns(t: TFunction): Column<AuditEntry>[] {
  const column = (key: Key) => ({ key, header: t(`audit.columns.${key}`) });
  return [
    {
      ...column('time'),
      fixed: true,
      mobile: 'figure',
      width: 150,
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    { ...column('actor'), mobile: 'status', render: ({ actor_name }) => actor_name },
    { ...column('action'), mobile: 'title', render: ({ action }) => nameAction(t, action) },
    {
      ...column('object'),
      mobile: 'text',
      render: (entry) => <Clipped text={nameObject(t, entry)} />,
    },
    {
      ...column('changes'),
      mobile: 'text',
      render: (entry) => <FirstChange entry={entry} />,
    },
    {
      ...column('reason'),
      rank: 2,
      mobile: 'hidden',
      render: ({ reason }) => <Clipped text={reason} />,
    },
    { ...column('ip'), rank: 1, mobile: 'hidden', render: ({ ip }) => ip || none },
  ];
}
