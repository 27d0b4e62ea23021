import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { FilterForm } from '../../ui/filters/filter-form.tsx';
import { FilterPanel } from '../../ui/filters/filter-panel.tsx';
import { useTimeFields } from '../../ui/filters/time-fields.tsx';
import type { TimeWindow } from '../../ui/filters/time-window.ts';
import { countFilters, NO_FILTERS, type TaskQuery } from './query.ts';

export interface TaskFiltersProps {
  query: TaskQuery;
  setQuery: (changes: Partial<TaskQuery>) => void;
  /** The window that is read. */
  window: TimeWindow;
  admin: boolean;
  /** What the id of a row is called. */
  idLabel: string;
}

/** All filters of a task list behind one button; the task id stands beside it too. */
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
  close,
}: TaskFiltersProps & { close: () => void }) {
  const { t } = useTranslation();
  const [taskId, setTaskId] = useState(query.task_id);
  const [channel, setChannel] = useState<number | string>(query.channel_id || '');
  const times = useTimeFields(window, query);
  const apply = (changes: Partial<TaskQuery>) => {
    setQuery(changes);
    close();
  };
  const submit = () => {
    const chosen = times.read();
    if (!chosen) return;
    apply({ ...chosen, task_id: taskId.trim(), channel_id: Number(channel) || 0, p: 1 });
  };
  return (
    <FilterForm submit={submit} reset={() => apply(NO_FILTERS)}>
      {times.fields}
      <TextInput
        label={idLabel}
        value={taskId}
        onChange={(event) => setTaskId(event.currentTarget.value)}
      />
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
