import { Select } from '@mantine/core';
import { AUDIT_SUBJECTS } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import type { AuditQuery } from './query.ts';

/** Filters by actor, action and object. */
export function AuditFilters({
  query,
  setQuery,
}: {
  query: AuditQuery;
  setQuery: (changes: Partial<AuditQuery>) => void;
}) {
  const { t } = useTranslation();
  const subjects = AUDIT_SUBJECTS.map((value) => ({ value, label: t(`audit.subjects.${value}`) }));
  const names = t('audit.actions', { returnObjects: true }) as Record<string, string>;
  const actions = Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <>
      <FilterInput
        label={t('audit.actor')}
        value={query.actor}
        apply={(actor) => setQuery({ actor, p: 1 })}
        width={150}
      />
      <Select
        w={{ base: '100%', sm: 170 }}
        clearable
        searchable
        aria-label={t('audit.action')}
        placeholder={t('audit.anyAction')}
        value={query.action || null}
        data={actions}
        onChange={(action) => setQuery({ action: action ?? '', p: 1 })}
      />
      <Select
        w={{ base: '100%', sm: 140 }}
        clearable
        aria-label={t('audit.subject')}
        placeholder={t('audit.anySubject')}
        value={query.subject || null}
        data={subjects}
        onChange={(subject) =>
          setQuery({ subject: AUDIT_SUBJECTS.find((one) => one === subject) ?? '', p: 1 })
        }
      />
      <FilterInput
        label={t('audit.objectId')}
        value={query.object_id}
        apply={(object_id) => setQuery({ object_id, p: 1 })}
        width={100}
      />
    </>
  );
}
