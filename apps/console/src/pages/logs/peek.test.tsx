import { EXPIRED_DETAILS, LOG_CONSUME, LOG_ERROR, type LogEntry } from '@tollgate/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { LogPeek } from './peek.tsx';

test.each([LOG_CONSUME, LOG_ERROR])(
  'a call of type %i whose details were deleted says so, and shows its cost',
  async (type) => {
    fakeServer();
    const row = {
      id: 5,
      type,
      created_at: 1,
      username: 'ann',
      token_name: 'key',
      model_name: 'gpt-4o',
      group: 'default',
      request_id: 'r',
      use_time: 1,
      is_stream: false,
      prompt_tokens: 1234,
      completion_tokens: 5,
      quota: 500_000,
      content: '',
      ip: '',
      other: EXPIRED_DETAILS,
    } as unknown as LogEntry;
    await renderAt('/log', () => <LogPeek row={row} />);
    expect(await screen.findByText(text('logs.peek.detailsExpired'))).toBeTruthy();
    expect(screen.getAllByText(/1,234/).length).toBeGreaterThan(0);
    expect(screen.queryByText(text('logs.peek.error'), { exact: false })).toBeNull();
  },
);
