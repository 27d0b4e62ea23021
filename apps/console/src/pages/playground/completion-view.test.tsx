import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { AnswerView } from './completion-view.tsx';
import { newCompletion } from './conversation.ts';

const completion = { ...newCompletion('m'), state: 'done' as const, totalMs: 1 };
const nothing = () => {};

test('an answer is requested again in the group that is selected now, even at the same price', async () => {
  fakeServer();
  const asked = vi.fn<(group: string) => void>();
  await renderAt('/playground', function Answer() {
    const [group, setGroup] = useState('default');
    return (
      <>
        <button type="button" onClick={() => setGroup('vip')}>
          vip
        </button>
        <AnswerView
          {...{ completion, group, model: 'm', isLast: true, aboutQuota: 1 }}
          stop={nothing}
          again={() => asked(group)}
          give={nothing}
        />
      </>
    );
  });
  fireEvent.click(await screen.findByText('vip'));
  fireEvent.click(screen.getByRole('button', { name: text('playground.again') }));
  expect(asked).toHaveBeenCalledExactlyOnceWith('vip');
});
