import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { confirm, confirmTyped } from './confirm.tsx';

const QUESTION = { title: 'Delete it?', text: 'It is gone then.', confirm: 'Delete' };

/** Clicks twice before the dialog has closed. */
const doubleClick = (button: HTMLElement) =>
  act(() => {
    button.click();
    button.click();
  });

test('a double click on the button of a question runs its action once', async () => {
  fakeServer();
  await renderAt('/', () => 'page');
  const run = vi.fn<() => void>();
  act(() => confirm({ ...QUESTION, run }));
  doubleClick(await screen.findByRole('button', { name: 'Delete' }));
  expect(run).toHaveBeenCalledOnce();
});

test('a double click after typing the word that confirms runs the action once', async () => {
  fakeServer();
  await renderAt('/', () => 'page');
  const run = vi.fn<() => void>();
  act(() => confirmTyped({ ...QUESTION, run, word: 'bob' }));
  const field = await screen.findByLabelText(text('ui.typeToConfirm', { word: 'bob' }));
  fireEvent.change(field, { target: { value: 'bob' } });
  doubleClick(screen.getByRole('button', { name: 'Delete' }));
  expect(run).toHaveBeenCalledOnce();
});
