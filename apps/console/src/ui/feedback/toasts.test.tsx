import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { ApiError } from '../../api/call-endpoint.ts';
import { toastError, toastUndo } from './toasts.tsx';

const refusal = (requestId: string) => new ApiError('refused', { status: 400, requestId });

test('attempts that fail alike show one toast, with the latest request', async () => {
  fakeServer();
  await renderAt('/token', () => null);
  toastError(refusal('first'));
  await screen.findByText('first');
  toastError(refusal('second'));
  await screen.findByText('second');
  await waitFor(() => expect(screen.getAllByText('refused')).toHaveLength(1));
  expect(screen.queryByText('first')).toBeNull();
});

test('an undo is offered at once, however many errors were not dismissed', async () => {
  fakeServer();
  await renderAt('/token', () => null);
  for (const name of ['a', 'b', 'c', 'd']) toastError(new Error(`error ${name}`));
  await screen.findByText('error d');
  const undo = vi.fn<() => void>();
  toastUndo('disabled', undo);
  fireEvent.click(await screen.findByText(text('ui.undo')));
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText('error a')).toBeNull());
});
