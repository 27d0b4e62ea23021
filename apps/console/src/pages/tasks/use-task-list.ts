import dayjs from 'dayjs';
import { useState } from 'react';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { type RangePreset, rangeOfPreset } from '../../ui/filters/date-range.ts';
import { type TimeWindow, timeWindow } from '../../ui/filters/time-window.ts';
import { usePollInterval } from '../../ui/hooks/use-poll-interval.ts';
import { useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { isRunning } from './progress.ts';
import { taskQuery } from './query.ts';

/** How often a list is read again while a task in it runs, and while none does. */
const RUNNING_SECONDS = 5;
const QUIET_SECONDS = 30;

/**
 * What a task list is asked for, and how often: its state in the address, by default from `begin`
 * on, and whether it is followed.
 */
export function useTaskList(name: 'image' | 'music' | 'batch', begin: (now: number) => number) {
  const admin = isAdmin(useStoredUser());
  const table = useTablePreferences(`${name}-tasks`);
  const [query, setQuery] = useUrlState(taskQuery, table.remembered);
  const [live, setLive] = useState(true);
  const calm = usePollInterval(live ? QUIET_SECONDS : 0);
  const { range, channel_id, username, status, action, task_id, p, page_size, sort } = query;
  const window = range === '' ? timeWindow(query, begin) : windowOfPreset(range);
  const routed = {
    ...(channel_id === 0 ? {} : { channel_id }),
    ...(username === '' ? {} : { username }),
  };
  return {
    name,
    admin,
    table,
    query,
    setQuery,
    live,
    setLive,
    window,
    taskId: task_id,
    /** All that is asked besides the id. */
    asked: { p, page_size, sort, ...window, ...(admin ? routed : {}) },
    /** Of lists whose rows have these. */
    kind: { ...(status === '' ? {} : { status }), ...(action === '' ? {} : { action }) },
    again: {
      refetchIntervalMs: (page: { items: readonly { status: string }[] } | undefined) =>
        calm && page?.items.some(isRunning) ? RUNNING_SECONDS * 1000 : calm,
    },
  };
}

function windowOfPreset(range: RangePreset): TimeWindow {
  const { start, end } = rangeOfPreset(range, dayjs().unix());
  return { start_timestamp: start, end_timestamp: end };
}

export type TaskListState = ReturnType<typeof useTaskList>;
