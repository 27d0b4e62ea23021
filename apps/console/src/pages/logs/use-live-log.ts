import type { LogEntry } from '@tollgate/contract';
import { useEffect, useRef, useState } from 'react';
import { useIsPollingPaused } from '../../ui/hooks/use-poll-interval.ts';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { followLog } from './follow-log.ts';
import { mergeRows } from './merge-rows.ts';
import type { LogQuery } from './query.ts';

/** The maximum number of rows kept, shown or waiting. */
const ROWS_MAX = 500;

export interface LiveLog {
  /** New rows that are in the table. */
  shown: readonly LogEntry[];
  /** New rows that are held back because they would shift what the user reads. */
  waiting: readonly LogEntry[];
  /** Moves the waiting rows into the table. */
  show: () => void;
  /** The stream was lost and is being reopened. */
  lost: boolean;
}

interface Rows {
  /** The filter that the rows match. */
  filter: string;
  shown: readonly LogEntry[];
  waiting: readonly LogEntry[];
}

const noRows = (filter = ''): Rows => ({ filter, shown: [], waiting: [] });
const initialCursor = (filter = '') => ({ filter, id: 0, known: new Set<number>() });

/**
 * Follows new rows of the log while `on`: they are shown at once unless the user is reading, else held back
 * until requested. Pauses while the tab is hidden or text is selected, and catches up afterwards.
 */
export function useLiveLog({
  on,
  query,
  admin,
  isReading,
  begin,
}: {
  on: boolean;
  query: LogQuery;
  admin: boolean;
  isReading: () => boolean;
  /** Called once the stream is open: the table must be fetched after that. */
  begin: () => void;
}): LiveLog {
  const [rows, setRows] = useState(noRows);
  const [disconnected, setDisconnected] = useState(false);
  const rests = useIsPollingPaused(on);
  const filter = JSON.stringify(filterOf(query));
  const cursor = useRef(initialCursor());
  const latest = useStableCallbacks({ isReading, begin });

  useEffect(() => {
    if (!on) {
      cursor.current = initialCursor();
      // `on` is controlled by the caller: rows of an earlier session must not reappear.
      // oxlint-disable-next-line react/set-state-in-effect
      setRows(noRows());
      setDisconnected(false);
    }
    if (!on || rests) return undefined;
    const stop = new AbortController();
    const isNew = cursor.current.filter !== filter;
    const { id: afterId, known } = isNew ? initialCursor() : cursor.current;
    void followLog({
      query: JSON.parse(filter) as ReturnType<typeof filterOf>,
      admin,
      afterId,
      known,
      signal: stop.signal,
      advanced: (id) => {
        const first = cursor.current.filter !== filter;
        cursor.current = { filter, id, known };
        setDisconnected(false);
        if (first) latest.begin();
      },
      received: (newest) => {
        const isQuiet = !latest.isReading();
        setRows((before) =>
          mergeReceived(newest, before.filter === filter ? before : noRows(filter), isQuiet),
        );
      },
      disconnected: () => setDisconnected(true),
    });
    return () => stop.abort();
  }, [on, rests, filter, admin, latest]);

  const current = rows.filter === filter ? rows : noRows(filter);
  return {
    shown: current.shown,
    waiting: current.waiting,
    show: () =>
      setRows((before) => ({
        ...before,
        shown: mergeRows(before.waiting, before.shown, ROWS_MAX),
        waiting: [],
      })),
    lost: disconnected,
  };
}

/** Adds new rows (oldest first): shown if nobody is reading, else waiting. */
function mergeReceived(newest: readonly LogEntry[], before: Rows, isQuiet: boolean): Rows {
  const received = mergeRows(newest.toReversed(), before.waiting, ROWS_MAX);
  return isQuiet
    ? { ...before, shown: mergeRows(received, before.shown, ROWS_MAX), waiting: [] }
    : { ...before, waiting: received };
}

function filterOf({ p: _page, page_size: _size, range: _range, ...filter }: LogQuery) {
  return filter;
}
