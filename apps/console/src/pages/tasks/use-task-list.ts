import { useState } from 'react';
import { unixSeconds } from '../../server-clock.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { type RangePreset, rangeOfPreset } from '../../ui/filters/date-range.ts';
import { type TimeWindow, timeWindow } from '../../ui/filters/time-window.ts';
import { usePollInterval } from '../../ui/hooks/use-poll-interval.ts';
import { useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { isRunning } from './progress.ts';
import { taskQuery } from './query.ts';

/** Refetch intervals of a list in seconds: with a running task, and without. */
const RUNNING_SECONDS = 5;
const QUIET_SECONDS = 30;

/**
 * Returns the state of a task list: its query from the URL, by default from `begin` on, and its refetch
 * interval.
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
    /** The query except for the id. */
    criteria: { p, page_size, sort, ...window, ...(admin ? routed : {}) },
    /** For lists whose rows have these fields. */
    kind: { ...(status === '' ? {} : { status }), ...(action === '' ? {} : { action }) },
    again: {
      refetchIntervalMs: (page: { items: readonly { status: string }[] } | undefined) =>
        calm && page?.items.some(isRunning) ? RUNNING_SECONDS * 1000 : calm,
    },
  };
}

function windowOfPreset(range: RangePreset): TimeWindow {
  const { start, end } = rangeOfPreset(range, unixSeconds());
  return { start_timestamp: start, end_timestamp: end };
}

export type TaskListState = ReturnType<typeof useTaskList>;
