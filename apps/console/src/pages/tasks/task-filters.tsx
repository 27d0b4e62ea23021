import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { FilterForm } from '../../ui/filters/filter-form.tsx';
import { FilterPanel } from '../../ui/filters/filter-panel.tsx';
import { useTimeFields } from '../../ui/filters/time-fields.tsx';
import type { TimeWindow } from '../../ui/filters/time-window.ts';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { countFilters, NO_FILTERS, type TaskQuery } from './query.ts';

export interface TaskFiltersProps {
  query: TaskQuery;
  setQuery: (changes: Partial<TaskQuery>) => void;
  /** The effective time window. */
  window: TimeWindow;
  admin: boolean;
  /** The label of a row's id. */
  idLabel: string;
  kinds: TaskKinds | undefined;
}

/** The statuses of a task list, and its actions if it has any. */
export interface TaskKinds {
  statuses: readonly string[];
  actions?: readonly string[];
}

/** All filters of a task list behind one button; the task id also has its own field. */
export function TaskFilters(props: TaskFiltersProps) {
  return (
    <FilterPanel active={countFilters(props.query)}>
      {(close) => <TaskFilterForm {...props} close={close} />}
    </FilterPanel>
  );
}

function TaskFilterForm({
  query,
  setQuery,
  window,
  admin,
  idLabel,
  kinds,
  close,
}: TaskFiltersProps & { close: () => void }) {
  const { t, i18n } = useTranslation();
  const [taskId, setTaskId] = useState(query.task_id);
  const [channel, setChannel] = useState<number | string>(query.channel_id || '');
  const [rest, setRest] = useState(query);
  const { status, action, username } = rest;
  const times = useTimeFields(window, query);
  const apply = (changes: Partial<TaskQuery>) => {
    setQuery(changes);
    close();
  };
  const submit = () => {
    const chosen = times.read();
    if (!chosen) return;
    apply({
      ...chosen,
      // An entered start or end replaces a preset.
      ...(chosen.start_timestamp || chosen.end_timestamp ? { range: '' as const } : {}),
      task_id: taskId.trim(),
      channel_id: Number(channel) || 0,
      status,
      action,
      username: username.trim(),
      p: 1,
    });
  };
  const choice = (
    name: 'status' | 'action',
    values: readonly string[],
    words: 'tasks.statuses' | 'tasks.actions',
  ) => (
    <Select
      clearable
      label={t(`tasks.columns.${name}`)}
      placeholder={t('tasks.any')}
      comboboxProps={{ withinPortal: false }}
      value={rest[name] || null}
      data={values.map((value) => ({ value, label: translateEnum(i18n, words, value) }))}
      onChange={(value) => setRest({ ...rest, [name]: value ?? '' })}
    />
  );
  return (
    <FilterForm submit={submit} reset={() => apply(NO_FILTERS)}>
      {times.fields}
      <TextInput
        label={idLabel}
        value={taskId}
        onChange={(event) => setTaskId(event.currentTarget.value)}
      />
      {kinds ? (
        <>
          {choice('status', kinds.statuses, 'tasks.statuses')}
          {kinds.actions ? choice('action', kinds.actions, 'tasks.actions') : null}
        </>
      ) : null}
      {admin && kinds ? (
        <TextInput
          label={t('tasks.username')}
          value={username}
          onChange={(event) => setRest({ ...rest, username: event.currentTarget.value })}
        />
      ) : null}
      {admin ? (
        <NumberInput
          label={t('tasks.channelId')}
          min={0}
          allowDecimal={false}
          value={channel}
          onChange={setChannel}
        />
      ) : null}
    </FilterForm>
  );
}
