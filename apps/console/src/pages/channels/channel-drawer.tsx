import type { ChannelRow } from '@tollgate/contract';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import type { PeekSteps } from '../../ui/layout/peek-steps.ts';
import { ChannelPeek, ChannelTitle } from './peek.tsx';
import type { ChannelTypes } from './use-channel-types.ts';

/** A channel next to the list, with its actions. */
export function ChannelDrawer({
  row,
  types,
  steps,
  close,
  edit,
  test,
  toggle,
}: {
  row: ChannelRow | undefined;
  types: ChannelTypes;
  steps: PeekSteps | undefined;
  close: () => void;
  edit: (row: ChannelRow) => void;
  test: (row: ChannelRow) => void;
  toggle: (row: ChannelRow) => void;
}) {
  return (
    <PeekDrawer
      title={row ? <ChannelTitle row={row} types={types} /> : ''}
      steps={steps}
      opened={row !== undefined}
      close={close}
    >
      {row ? (
        <ChannelPeek
          row={row}
          types={types}
          edit={() => edit(row)}
          test={() => test(row)}
          toggle={() => toggle(row)}
        />
      ) : null}
    </PeekDrawer>
  );
}
