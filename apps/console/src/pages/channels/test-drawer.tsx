import { Button, Checkbox, Drawer, Group, Loader, Stack, Table, Text } from '@mantine/core';
import type { ChannelRow } from '@tollgate/contract';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/call-endpoint.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type ModelTestResult, testModel } from './test-model.ts';

const AT_ONCE = 3;

/** Tests models of a channel, three at a time; results come in as they are there. */
export function TestDrawer({
  channel,
  close,
  done,
}: {
  channel: ChannelRow;
  close: () => void;
  done: () => void;
}) {
  const { t } = useTranslation();
  const models = channel.models.split(',');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set([channel.test_model || (models[0] as string)]),
  );
  const [results, setResults] = useState<ReadonlyMap<string, ModelTestResult | 'running'>>(
    new Map(),
  );
  const running = [...results.values()].includes('running');

  const run = async () => {
    const queue = [...chosen];
    const note = (model: string, result: ModelTestResult | 'running') =>
      setResults((before) => new Map(before).set(model, result));
    const worker = async () => {
      for (let model = queue.shift(); model !== undefined; model = queue.shift()) {
        note(model, 'running');
        note(
          model,
          await testModel(channel.id, model).catch((error: unknown) => ({
            passed: false,
            seconds: 0,
            status: error instanceof ApiError ? error.status : 0,
            excerpt: error instanceof Error ? error.message : '',
          })),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
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
          <Button onClick={() => void run()} loading={running} disabled={chosen.size === 0}>
            {t('channels.test.run', { count: chosen.size })}
          </Button>
          <Button variant="default" onClick={() => setChosen(new Set(models))}>
            {t('channels.test.all')}
          </Button>
          <Button variant="default" onClick={() => setChosen(new Set())}>
            {t('channels.test.clear')}
          </Button>
        </Group>
        <Table aria-label={t('channels.test.title', { name: channel.name })}>
          <Table.Tbody>
            {models.map((model) => (
              <Table.Tr key={model}>
                <Table.Td>
                  <Checkbox
                    label={<span className="mono">{model}</span>}
                    checked={chosen.has(model)}
                    onChange={() => {
                      const next = new Set(chosen);
                      if (!next.delete(model)) next.add(model);
                      setChosen(next);
                    }}
                  />
                </Table.Td>
                <Table.Td>
                  <Result result={results.get(model)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Drawer>
  );
}

function Result({ result }: { result: ModelTestResult | 'running' | undefined }) {
  const { t } = useTranslation();
  if (result === undefined) return null;
  if (result === 'running') return <Loader size="xs" aria-label={t('channels.test.running')} />;
  return (
    <div role="status">
      <Group gap="sm">
        {result.passed ? (
          <StatusTag tone="good" icon={IconCircleCheck} label={t('channels.test.passed')} />
        ) : (
          <StatusTag tone="bad" icon={IconCircleX} label={t('channels.test.failed')} />
        )}
        <Text size="sm" c="dimmed" className="tabular">
          {[
            t('channels.latency.seconds', { seconds: result.seconds.toFixed(2) }),
            result.status === 0 ? '' : `HTTP ${result.status}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {result.excerpt === '' ? null : (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {result.excerpt}
        </Text>
      )}
    </div>
  );
}
