import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { FormModal, useConfirmedClose } from './unsaved-changes.tsx';

function Dialog() {
  const leave = useConfirmedClose(true, () => {});
  return (
    <FormModal title="dialog" leave={leave}>
      typed
    </FormModal>
  );
}

test('leaving the page of a dialog with input, as by Back, asks before discarding it', async () => {
  fakeServer();
  const { router } = await renderAt('/token', Dialog);
  await screen.findByText('typed');
  const go = () => act(() => void router.navigate({ to: '/log' as string }));
  const press = async (name: string) => fireEvent.click(await screen.findByText(name));
  go();
  await press(text('ui.cancel'));
  await waitFor(() => expect(screen.queryByText(text('ui.discard.title'))).toBeNull());
  expect(router.state.location.pathname).toBe('/token');
  screen.getByText('typed');
  go();
  await press(text('ui.discard.confirm'));
  await screen.findByText('elsewhere');
});
