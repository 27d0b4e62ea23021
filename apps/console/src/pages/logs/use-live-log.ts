import type { LogEntry } from '@tollgate/contract';
import { useEffect, useRef, useState } from 'react';
import { useIsPollingPaused } from '../../ui/hooks/use-poll-interval.ts';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { followLog } from './follow-log.ts';
import { mergeRows } from './merge-rows.ts';
import type { LogQuery } from './query.ts';

/** The maximum number of rows kept, shown or waiting. */
const KEPT_MAX = 500;

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
const nothingHeard = (filter = '') => ({ filter, id: 0, known: new Set<number>() });

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
  const [lost, setLost] = useState(false);
  const rests = useIsPollingPaused(on);
  const filter = JSON.stringify(filterOf(query));
  const heard = useRef(nothingHeard());
  const latest = useStableCallbacks({ isReading, begin });

  useEffect(() => {
    if (!on) {
      heard.current = nothingHeard();
      // `on` is controlled by the caller: rows of an earlier session must not reappear.
      // oxlint-disable-next-line react/set-state-in-effect
      setRows(noRows());
      setLost(false);
    }
    if (!on || rests) return undefined;
    const stop = new AbortController();
    const isNew = heard.current.filter !== filter;
    const { id: afterId, known } = isNew ? nothingHeard() : heard.current;
    void followLog({
      query: JSON.parse(filter) as ReturnType<typeof filterOf>,
      admin,
      afterId,
      known,
      signal: stop.signal,
      heard: (id) => {
        const first = heard.current.filter !== filter;
        heard.current = { filter, id, known };
        setLost(false);
        if (first) latest.begin();
      },
      came: (newest) => {
        const isQuiet = !latest.isReading();
        setRows((before) =>
          takeIn(newest, before.filter === filter ? before : noRows(filter), isQuiet),
        );
      },
      lost: () => setLost(true),
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
        shown: mergeRows(before.waiting, before.shown, KEPT_MAX),
        waiting: [],
      })),
    lost,
  };
}

/** Adds new rows (oldest first): shown if nobody is reading, else waiting. */
function takeIn(newest: readonly LogEntry[], before: Rows, isQuiet: boolean): Rows {
  const came = mergeRows(newest.toReversed(), before.waiting, KEPT_MAX);
  return isQuiet
    ? { ...before, shown: mergeRows(came, before.shown, KEPT_MAX), waiting: [] }
    : { ...before, waiting: came };
}

function filterOf({ p: _page, page_size: _size, range: _range, ...filter }: LogQuery) {
  return filter;
}
