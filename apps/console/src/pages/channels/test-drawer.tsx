import { Button, Checkbox, Drawer, Group, Loader, Stack, Text } from '@mantine/core';
import type { Channel } from '@tollgate/contract';
import { IconPlugX, IconTerminal2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { NoPriceNote } from '../../ui/prices/no-price-note.tsx';
import { useUnpricedModels } from '../../ui/prices/use-unpriced-models.ts';
import { pages } from '../index.ts';
import { FaultBox } from './fault-box.tsx';
import { TestOutcome } from './test-outcome.tsx';
import { testCurl } from './test-curl.ts';
import type { ChannelTypes } from './use-channel-types.ts';
import { testModel } from './test-model.ts';
import { failedModels, type TestState, useTests } from './use-tests.ts';

/** The type whose upstreams are called as in the curl command. */
const OPENAI = 1;

export interface TestDrawerProps {
  channel: Channel;
  /** Tests all models on opening. */
  startsAll?: boolean;
  types: ChannelTypes;
  close: () => void;
  done: () => void;
}

/** Tests models of a channel and shows the result of each; a failing model can be removed. */
export function TestDrawer({ channel, startsAll = false, types, close, done }: TestDrawerProps) {
  const { t } = useTranslation();
  const [models, setModels] = useState(channel.models.split(','));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(startsAll ? models : [channel.test_model || (models[0] as string)]),
  );
  const { results, run, running } = useTests((model) => testModel(channel.id, model), done);
  const started = useRef(false);
  useEffect(() => {
    if (!startsAll || started.current) return;
    started.current = true;
    void run(models);
  });
  const failed = failedModels(results);
  const unpriced = useUnpricedModels(models);
  const choose = (names: readonly string[]) => () => setChosen(new Set(names));

  const takeOut = (model: string) =>
    confirm({
      title: t('channels.test.takeOutTitle', { model }),
      text: t('channels.test.takeOutText'),
      confirm: t('channels.test.takeOut'),
      run: () => void removeModel(model).catch(toastError),
    });
  const removeModel = async (model: string) => {
    const rest = models.filter((name) => name !== model);
    await callEndpoint(calls.updateChannel, { body: { id: channel.id, models: rest } });
    setModels(rest);
    setChosen(new Set([...chosen].filter((name) => name !== model)));
    toastSuccess(t('ui.done'));
    done();
  };

  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={560}
      title={t('channels.test.title', { name: channel.name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        <Group gap="xs">
          <Button onClick={() => void run(chosen)} loading={running} disabled={chosen.size === 0}>
            {t('channels.test.run', { count: chosen.size })}
          </Button>
          <Button variant="default" onClick={choose(models)}>
            {t('channels.test.all')}
          </Button>
          <Button variant="default" onClick={choose([])}>
            {t('channels.test.clear')}
          </Button>
          {failed.length > 0 ? (
            <Button variant="default" onClick={choose(failed)}>
              {t('channels.test.onlyFailed', { count: failed.length })}
            </Button>
          ) : null}
        </Group>
        <ul className="card-list">
          {models.map((model) => (
            <li key={model} className="card-row">
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Checkbox
                  label={<span className="mono">{model}</span>}
                  checked={chosen.has(model)}
                  onChange={() =>
                    setChosen(
                      chosen.has(model)
                        ? new Set([...chosen].filter((name) => name !== model))
                        : new Set([...chosen, model]),
                    )
                  }
                />
                <Group gap={2} wrap="nowrap">
                  {channel.type === OPENAI ? (
                    <IconButton
                      label={`${t('channels.test.copyCurl')}: ${model}`}
                      icon={IconTerminal2}
                      run={() => void copyText(testCurl(channel, types.find(channel.type), model))}
                    />
                  ) : null}
                  {models.length > 1 ? (
                    <IconButton
                      label={`${t('channels.test.takeOut')}: ${model}`}
                      icon={IconPlugX}
                      run={() => takeOut(model)}
                    />
                  ) : null}
                </Group>
              </Group>
              <Result
                result={results.get(model)}
                again={() => void run([model])}
                takeOut={models.length > 1 ? () => takeOut(model) : undefined}
                channelId={channel.id}
              />
              {unpriced.has(model) && isPassed(results.get(model)) ? (
                <NoPriceNote model={model} proposal={unpriced.get(model)} />
              ) : null}
            </li>
          ))}
        </ul>
      </Stack>
    </Drawer>
  );
}

const isPassed = (result: TestState | undefined) =>
  result !== undefined && result !== 'running' && result.passed;

function Result({
  result,
  again,
  takeOut,
  channelId,
}: {
  result: TestState | undefined;
  again: () => void;
  /** Absent for the only model. */
  takeOut: (() => void) | undefined;
  channelId: number;
}) {
  const { t } = useTranslation();
  if (result === undefined) return null;
  if (result === 'running') return <Loader size="xs" aria-label={t('channels.test.running')} />;
  return (
    <div role="status">
      <TestOutcome result={result} />
      {result.cause ? (
        <FaultBox cause={result.cause}>
          <Button size="compact-sm" variant="default" onClick={again}>
            {t('channels.test.again')}
          </Button>
          {result.cause.code === 'unknown_model' && takeOut ? (
            <Button size="compact-sm" variant="default" onClick={takeOut}>
              {t('channels.test.takeOut')}
            </Button>
          ) : null}
          {result.cause.code === 'key_rejected' ? (
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              to={pages.channelEdit.path.replace('$id', String(channelId))}
              state={{ focus: 'key' } as never}
            >
              {t('channels.test.replaceKey')}
            </Button>
          ) : null}
        </FaultBox>
      ) : result.excerpt === '' ? null : (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {result.excerpt}
        </Text>
      )}
    </div>
  );
}
