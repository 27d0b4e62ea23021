import { Text } from '@mantine/core';
import type { ListedRegistrationCode } from '@tollgate/contract';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { CodeState } from './code-state.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

type Key = 'name' | 'code' | 'state' | 'uses' | 'expires' | 'creator' | 'created' | 'actions';

/** Returns the columns of the list of registration codes. */
export function registrationCodeColumns(
  t: TFunction,
  toggle: (code: ListedRegistrationCode) => void,
): Column<ListedRegistrationCode>[] {
  const column = (key: Key) => ({ key, header: t(`registrationCodes.columns.${key}`) });
  return [
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      render: ({ name, tail }) => (
        <Text inherit fw={500} truncate maw={240} title={name}>
          {name || `…${tail}`}
        </Text>
      ),
    },
    {
      ...column('code'),
      mobile: 'figure',
      render: ({ tail }) => <span className="mono">…{tail}</span>,
    },
    { ...column('state'), mobile: 'status', render: ({ state }) => <CodeState state={state} /> },
    {
      ...column('uses'),
      mobile: 'figure',
      align: 'end',
      render: ({ uses, uses_max: max }) => (
        <span className="tabular">
          {formatNumber(uses)} / {formatNumber(max)}
        </span>
      ),
    },
    {
      ...column('expires'),
      mobile: 'hidden',
      render: ({ expires_at: at }) =>
        at === 0 ? t('registrationCodes.never') : <TimeText seconds={at} />,
    },
    {
      ...column('creator'),
      mobile: 'hidden',
      rank: 2,
      render: ({ creator, creator_id: id }) => creator || `#${id}`,
    },
    {
      ...column('created'),
      mobile: 'hidden',
      rank: 1,
      render: ({ created_at: at }) => <TimeText seconds={at} />,
    },
    {
      ...column('actions'),
      mobile: 'actions',
      align: 'end',
      fixed: true,
      render: (code) => {
        const off = code.state === 'disabled';
        return (
          <RowMenu
            label={code.name}
            actions={[
              {
                label: t(off ? 'registrationCodes.enable' : 'registrationCodes.disable'),
                icon: off ? IconPlayerPlay : IconPlayerPause,
                run: () => toggle(code),
              },
            ]}
          />
        );
      },
    },
  ];
}
