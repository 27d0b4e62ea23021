import type { BodyInputOf, Channel, endpoints } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { type ModelTestResult, testNewChannel } from './test-model.ts';
import { CHANNEL_LISTS } from './use-channel-mutation.ts';

type Fields = BodyInputOf<typeof endpoints.createChannel>;

/** Channel types that no small call can test are created without a test. */
const UNTESTABLE = 'channel_test_not_supported';

/**
 * Creates a channel after a successful test. If the test fails, nothing is created and the reason is shown;
 * the channel can then be created anyway.
 */
export function useCreateChannel(
  created: (channels: Channel[], tested: boolean) => void,
  /** Reports why the fields were refused. */
  refuse: (error: unknown, field?: string) => void,
) {
  const create = useEndpointMutation(calls.createChannel, CHANNEL_LISTS);
  const [failed, setFailed] = useState<ModelTestResult | undefined>(undefined);
  const [testing, setTesting] = useState(false);

  const save = (body: Fields, tested: boolean) =>
    create.mutate(
      { body },
      { onSuccess: (channels) => created(channels, tested), onError: (error) => refuse(error) },
    );
  const saveTested = async (body: Fields): Promise<void> => {
    setTesting(true);
    try {
      const result = await testNewChannel(body);
      // Creation would be refused too, so there is nothing to decide.
      const refused = result.refusal !== '' && result.refusal !== UNTESTABLE;
      setFailed(result.passed || result.refusal !== '' ? undefined : result);
      if (refused) refuse(new Error(result.excerpt), result.field);
      else if (result.passed || result.refusal === UNTESTABLE) save(body, true);
    } catch (error) {
      refuse(error);
    } finally {
      setTesting(false);
    }
  };
  return { save, saveTested, failed, busy: testing || create.isPending };
}
