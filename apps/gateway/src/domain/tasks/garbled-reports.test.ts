import { expect, test } from 'vitest';
import { readImageTaskReports } from './read-image-tasks.ts';
import { readMusicTaskReports } from './read-music-tasks.ts';

const NO_TEXT = { toString: 1, valueOf: 1 };
const STRANGE = [
  NO_TEXT,
  [NO_TEXT],
  {},
  [],
  null,
  true,
  -1,
  2 ** 53 - 1,
  1e300,
  'NaN',
  '\0',
  [[null]],
];
const clip = { metadata: { error_message: 'no', error_type: 'no' }, audio_url: 'u' };
const KINDS = {
  drawings: {
    read: (task: object) => readImageTaskReports([task, { ...validReport, id: 'next' }]),
    task: { id: '1', failReason: 'no', startTime: 1, properties: {}, imageUrl: 'u', buttons: [] },
  },
  songs: {
    read: (task: object) =>
      readMusicTaskReports({ code: 200, data: [task, { ...validReport, task_id: 'next' }] }),
    task: { task_id: '1', fail_reason: 'no', start_time: 1, data: [clip] },
  },
};
const validReport = { status: 'SUCCESS', progress: '100%' };

test.each(Object.entries(KINDS))(
  'one garbled report of %s does not affect the others in its list',
  (_name, { read, task }) => {
    const whole = { ...validReport, ...task };
    for (const name of Object.keys(whole))
      for (const value of STRANGE) {
        const reports = read({ ...whole, [name]: value }) ?? [];
        expect(reports.at(-1), name).toMatchObject({ upstreamId: 'next', status: 'SUCCESS' });
        for (const { progress, startTime } of reports) {
          expect(progress).toMatch(/^(?:\d{1,3}%)?$/);
          expect(new Date(startTime).getTime()).toBe(startTime);
        }
      }
  },
);
