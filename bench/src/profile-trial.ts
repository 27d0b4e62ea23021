import { takeProfile } from './profile.ts';
import { readFileShares } from './read-profile.ts';
import type { Stage } from './stage.ts';
import { renderTable } from './table.ts';
import type { Trial } from './trial.ts';
import { type Workload, WORKLOADS } from './workloads.ts';

const FILES_SHOWN = 20;

/** Profiles where the time of a call goes: the summary of a flame graph. */
export const profileTrial: Trial = {
  name: 'profile',
  title: 'Where the time goes',
  options: { seconds: 10 },
  async run(stage, { seconds = 10 }, print) {
    const parts: string[] = [];
    for (const workload of WORKLOADS) {
      print(workload.title);
      parts.push(await profileOne(stage, workload, seconds));
    }
    return [
      'Samples of V8\'s profiler every half millisecond; each file with the time that its own lines took, as a part of all busy time. "(engine)" is what Node and V8 do outside of any file, socket writes among it.',
      ...parts,
    ].join('\n\n');
  },
};

async function profileOne(stage: Stage, workload: Workload, seconds: number): Promise<string> {
  const { rate, profile, window } = await takeProfile(stage, workload, seconds);
  const rows = readFileShares(profile, window, FILES_SHOWN).map(({ file, share }) => [
    file,
    `${(share * 100).toFixed(1)} %`,
  ]);
  return `### ${workload.title}\n\n${Math.round(rate)} calls/s under the profiler.\n\n${renderTable(['File', 'Part'], rows)}`;
}
