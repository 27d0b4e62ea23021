import type { ChannelTester } from '../channels/channel-test.ts';
import type { OptionStore } from '../options/options.ts';
import type { Job } from './job.ts';

/** Tests auto-disabled channels and re-enables those that pass, if the option allows it. */
export function retestDisabledChannels(options: OptionStore, tester: ChannelTester): Job {
  return {
    name: 'retest-disabled-channels',
    everyMs: 600_000,
    scope: 'cluster',
    async run(signal) {
      if (options.boolean('AutomaticEnableChannelEnabled')) await tester.retestDisabled(signal);
    },
  };
}
