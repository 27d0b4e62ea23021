import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

test('Enter right after the codes appear copies them, and leaving them unsaved asks first', async () => {
  fakeServer();
  const close = vi.fn<() => void>();
  await renderAt('/setting', () => <RecoveryCodesDialog codes={['aaaa', 'bbbb']} close={close} />);
  const button = (key: string) =>
    screen.getByRole('button', { name: text(`personal.recovery.${key}`) });
  await waitFor(() => expect(document.activeElement).toBe(button('copy')));
  fireEvent.click(screen.getByRole('button', { name: text('ui.close') }));
  await screen.findByText(text('personal.recovery.closeText'));
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: text('ui.cancel') }));
  await waitFor(() => expect(screen.queryByText(text('personal.recovery.closeText'))).toBeNull());
  fireEvent.click(button('close'));
  expect(close).toHaveBeenCalledOnce();
});
