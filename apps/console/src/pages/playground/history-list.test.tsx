import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import type { Conversation } from './conversation.ts';
import { HistoryList } from './history-list.tsx';
import type { Chat } from './use-chat.ts';

test('a conversation is renamed by Enter, but not by the Enter that ends what an input method composes', async () => {
  fakeServer();
  const rename = vi.fn<Chat['rename']>();
  const one = { id: 'a', name: 'old', changedAt: 0 } as Conversation;
  const chat = { stored: [one], current: one, rename } as unknown as Chat;
  await renderAt('/playground', () => <HistoryList chat={chat} />);
  const label = text('playground.history.rename', { name: 'old' });
  fireEvent.click(await screen.findByRole('button', { name: label }));
  const field = screen.getByRole('textbox', { name: text('playground.history.name') });
  fireEvent.change(field, { target: { value: 'ceshi' } });
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, isComposing: true });
  expect(rename).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '测试' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(rename.mock.calls).toEqual([['a', '测试']]);
});
