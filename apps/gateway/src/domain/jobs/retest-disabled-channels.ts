import type { ChannelTester } from '../channels/channel-test.ts';
import type { OptionStore } from '../options/options.ts';
import type { Job } from './job.ts';

/** Tests channels that the gateway switched off; a good test switches one on again, where the option allows that. */
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
