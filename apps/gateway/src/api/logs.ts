import { endpoints } from '@tollgate/contract';
import { exportLogCsv } from '../domain/log/export-log-csv.ts';
import { type FollowedRows, followLogs } from '../domain/log/follow-log.ts';
import { readCallHistogram } from '../domain/log/call-histogram.ts';
import { deleteLogsOnRequest } from '../domain/log/delete-logs-on-request.ts';
import { readLogs, readLogStat } from '../domain/log/log-reading.ts';
import { ApiResponse, callerOf, implement, Streamed } from './context.ts';
import { takeFollowerSlot } from './take-follower-slot.ts';
import { everything, ownerOf, ownOnly } from './readers.ts';

export const logRoutes = [
  implement(endpoints.listLogs, (call) => readLogs(call.domain, call.query, everything(call))),
  implement(endpoints.listOwnLogs, (call) => readLogs(call.domain, call.query, ownOnly(call))),
  implement(endpoints.getLogStat, ({ domain, query }) =>
    readLogStat(domain, query, { ownerId: undefined }),
  ),
  implement(endpoints.getOwnLogStat, (call) => readLogStat(call.domain, call.query, ownerOf(call))),
  implement(endpoints.getLogCourse, ({ domain, query }) =>
    readCallHistogram(domain, query, { ownerId: undefined }),
  ),
  implement(endpoints.getOwnLogCourse, (call) =>
    readCallHistogram(call.domain, call.query, ownerOf(call)),
  ),
  implement(endpoints.exportLogCsv, async (call) =>
    asFile(await exportLogCsv(call.domain, call.query, everything(call))),
  ),
  implement(endpoints.exportOwnLogs, async (call) =>
    asFile(await exportLogCsv(call.domain, call.query, ownOnly(call))),
  ),
  implement(endpoints.followLogs, async (call) => {
    takeFollowerSlot(call);
    return asEvents(await followLogs(call.domain, call.query, everything(call)));
  }),
  implement(endpoints.followOwnLogs, async (call) => {
    takeFollowerSlot(call);
    return asEvents(await followLogs(call.domain, call.query, ownOnly(call)));
  }),
  implement(endpoints.deleteLogs, async (call) => {
    const { user } = callerOf(call);
    const before = call.query.target_timestamp;
    const { deleted, running } = await deleteLogsOnRequest(call.domain, before, user);
    return new ApiResponse(deleted, { extras: { running } });
  }),
];

function asFile(lines: AsyncIterable<string>): Streamed {
  return new Streamed(lines, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tollgate-log.csv"',
  });
}

/** Streams rows as server-sent events; the id of each is the row to continue after. */
function asEvents(followed: AsyncIterable<FollowedRows>): Streamed {
  async function* events(): AsyncGenerator<string> {
    for await (const { rows, lastId } of followed)
      yield rows.length === 0
        ? `id: ${lastId}\n: nothing new\n\n`
        : `id: ${lastId}\ndata: ${JSON.stringify(rows)}\n\n`;
  }
  // Without this a reverse proxy may buffer events.
  return new Streamed(events(), {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
}
