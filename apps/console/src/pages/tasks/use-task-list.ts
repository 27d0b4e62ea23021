import { useState } from 'react';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { timeWindow } from '../../ui/filters/time-window.ts';
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
  const window = timeWindow(query, begin);
  const { channel_id, task_id, p, page_size } = query;
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
    asked: { p, page_size, ...window, ...(admin && channel_id !== 0 ? { channel_id } : {}) },
    again: {
      refetchIntervalMs: (page: { items: readonly { status: string }[] } | undefined) =>
        calm && page?.items.some(isRunning) ? RUNNING_SECONDS * 1000 : calm,
    },
  };
}

export type TaskListState = ReturnType<typeof useTaskList>;
