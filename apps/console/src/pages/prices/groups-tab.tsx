import { Anchor, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { pages } from '../index.ts';
import { PriceCell } from './price-cell.tsx';
import type { PriceEditor } from './use-price-editor.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** The price ratio of each group. */
export function GroupsTab({ editor }: { editor: PriceEditor }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [bad, setBad] = useState<{ group: string; text: string }>();
  const ratios = readRatios(editor.texts?.GroupRatio ?? '');
  const stored = readRatios(editor.base?.GroupRatio ?? '') ?? {};
  if (!ratios) return <Text mt="sm">{t('prices.broken')}</Text>;
  const write = (next: Record<string, number>) => {
    setBad(undefined);
    editor.setText('GroupRatio', JSON.stringify(next, null, 2));
  };
  const set = (group: string, text: string) => {
    if (!/^\d{1,9}(\.\d{1,9})?$/.test(text.trim())) return setBad({ group, text });
    write({ ...ratios, [group]: Number(text) });
  };
  const trimmed = name.trim();
  const canAdd = trimmed !== '' && !Object.hasOwn(ratios, trimmed);
  return (
    <>
      <Text size="sm" c="dimmed" my="sm">
        {t('prices.groups.text')}
      </Text>
      <div className="data-table-scroll price-table" style={{ maxWidth: 860 }}>
        <Table className="data-table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('prices.effect.group')}</Table.Th>
              {USES.map((kind) => (
                <Table.Th key={kind} scope="col" data-align="end">
                  {t(`prices.groups.uses.${kind}`)}
                </Table.Th>
              ))}
              <Table.Th scope="col" data-align="end">
                {t('prices.groups.ratio')}
              </Table.Th>
              <Table.Th scope="col" data-align="end">
                {t('prices.groups.example')}
              </Table.Th>
              <Table.Td w={56} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Object.entries(ratios).map(([group, ratio]) => {
              const isBad = bad?.group === group;
              const was = stored[group];
              return (
                <Table.Tr key={group} data-changed={was !== ratio || undefined}>
                  <Table.Td>{group}</Table.Td>
                  <UseCells group={group} />
                  <Table.Td data-align="end" data-label={t('prices.groups.ratio')}>
                    <PriceCell
                      label={`${t('prices.groups.ratio')}: ${group}`}
                      value={isBad ? bad.text : String(ratio)}
                      before={was === ratio ? undefined : String(was ?? '')}
                      problem={isBad ? t('prices.groups.notNumber') : undefined}
                      apply={(text) => set(group, text)}
                      revert={() => setBad(undefined)}
                    />
                  </Table.Td>
                  <Table.Td data-align="end" className="tabular">
                    {t('prices.groups.pays', { price: Number((10 * ratio).toPrecision(6)) })}
                  </Table.Td>
                  <Table.Td>
                    <IconButton
                      label={t('prices.groups.remove', { group })}
                      icon={IconTrash}
                      run={() => {
                        const { [group]: _gone, ...rest } = ratios;
                        write(rest);
                      }}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!canAdd) return;
          write({ ...ratios, [trimmed]: 1 });
          setName('');
        }}
      >
        <Group mt="sm" gap="xs">
          <TextInput
            aria-label={t('prices.groups.name')}
            placeholder={t('prices.groups.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('prices.groups.add')}
          </Button>
        </Group>
      </form>
    </>
  );
}

const USES = ['users', 'teams', 'keys', 'channels'] as const;
/** The lists that can be filtered by group. */
const LISTS = { users: pages.user.path, channels: pages.channel.path } as const;

/** How many users, teams, keys and channels the ratio applies to; none yet for a group that is not saved. */
function UseCells({ group }: { group: string }) {
  const { t } = useTranslation();
  const uses = useEndpoint(calls.listGroupUses).data;
  const row = uses?.find((one) => one.group === group);
  return USES.map((kind) => {
    const count = formatNumber(row?.[kind] ?? 0);
    return (
      <Table.Td
        key={kind}
        data-align="end"
        data-label={t(`prices.groups.uses.${kind}`)}
        className="tabular"
      >
        {uses === undefined || !row?.[kind] ? (
          <span className="none">{uses ? '0' : '–'}</span>
        ) : kind in LISTS ? (
          <Anchor
            component={Link}
            to={LISTS[kind as keyof typeof LISTS]}
            search={{ group } as never}
            inherit
            className="touch-target"
            aria-label={`${t(`prices.groups.uses.${kind}`)}, ${group}: ${count}`}
          >
            {count}
          </Anchor>
        ) : (
          count
        )}
      </Table.Td>
    );
  });
}

function readRatios(text: string): Record<string, number> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? (value as Record<string, number>) : undefined;
  } catch {
    return undefined;
  }
}
