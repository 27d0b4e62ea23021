import { expect, test } from 'vitest';
import { renderResults } from './report.ts';
import { tollgateTarget } from './targets/tollgate-target.ts';
import { WORKLOADS } from './workloads.ts';

test('anything left out is reported with its reason, never silently', () => {
  const [workload] = WORKLOADS;
  const text = renderResults({
    workloads: workload
      ? [
          {
            workload,
            measured: [],
            skipped: [{ target: tollgateTarget, reason: 'it ended at once: bad PORT' }],
          },
        ]
      : [],
    coldStart: 'it ended at once: bad PORT',
  });
  expect(text).toContain('Left out: Tollgate, full path: it ended at once: bad PORT');
  expect(text).toMatch(/## Cold start\n\nLeft out: Tollgate: it ended/);
  expect(text).toContain('None: our gateway or what it is compared with was not measured.');
});
