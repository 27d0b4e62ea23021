import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { FilterForm } from '../../ui/filters/filter-form.tsx';
import { FilterPanel } from '../../ui/filters/filter-panel.tsx';
import { AllGroupSelect, OwnGroupSelect } from '../../ui/forms/group-select.tsx';
import { useTimeFields } from '../../ui/filters/time-fields.tsx';
import { countFilters, type LogQuery, NO_FILTERS, windowOf } from './query.ts';

const TYPES = ['all', 'topup', 'consume', 'manage', 'system', 'error'] as const;

export interface LogFiltersProps {
  query: LogQuery;
  setQuery: (changes: Partial<LogQuery>) => void;
  admin: boolean;
}

/** All filters of the log behind one button; the key name also has its own field. */
export function LogFilters(props: LogFiltersProps) {
  return (
    <FilterPanel active={countFilters(props.query)}>
      {(close) => <LogFilterForm {...props} close={close} />}
    </FilterPanel>
  );
}

function LogFilterForm({ query, setQuery, admin, close }: LogFiltersProps & { close: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState<LogQuery>(query);
  const times = useTimeFields(windowOf(query), query);
  const set = (changes: Partial<LogQuery>) => setValues({ ...values, ...changes });
  const apply = (changes: Partial<LogQuery>) => {
    setQuery(changes);
    close();
  };
  const submit = () => {
    const window = times.read();
    if (window) apply({ ...values, ...window, range: '', p: 1 });
  };
  const GroupSelect = admin ? AllGroupSelect : OwnGroupSelect;
  const text = (name: 'token_name' | 'model_name' | 'username' | 'request_id', label: string) => (
    <TextInput
      label={label}
      value={values[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <FilterForm submit={submit} reset={() => apply(NO_FILTERS)}>
      {times.fields}
      {text('token_name', t('logs.filters.token'))}
      {text('model_name', t('logs.filters.model'))}
      <GroupSelect
        label={t('logs.filters.group')}
        value={values.group || null}
        onChange={(group) => set({ group: group ?? '' })}
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        label={t('logs.filters.type')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        value={String(values.type)}
        data={TYPES.map((name, type) => ({
          value: String(type),
          label: t(`logs.types.${name}`),
        }))}
        onChange={(type) => set({ type: Number(type) })}
      />
      {admin ? (
        <NumberInput
          label={t('logs.filters.channel')}
          min={0}
          allowDecimal={false}
          value={values.channel || ''}
          onChange={(channel) => set({ channel: Number(channel) || 0 })}
        />
      ) : null}
      {admin ? text('username', t('logs.filters.username')) : null}
      {text('request_id', t('logs.filters.requestId'))}
    </FilterForm>
  );
}
