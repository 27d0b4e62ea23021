import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { TrafficRule } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { RuleForm } from './form.tsx';

test('editing a rule sends only what was changed: not whether it is enabled', async () => {
  const server = fakeServer();
  const rule = {
    id: 4,
    name: 'slow tail',
    kind: 'hedge',
    group: '',
    model: 'gpt-4o',
    percent: 5,
    target_channel_id: 0,
    target_model: '',
    min_delay_ms: 200,
    max_delay_ms: 5000,
    enabled: true,
  } as TrafficRule;
  await renderAt('/traffic', () => <RuleForm rule={rule} close={() => {}} />);
  fireEvent.change(await screen.findByLabelText(text('traffic.form.percent')), {
    target: { value: '10' },
  });
  fireEvent.click(screen.getByRole('button', { name: text('traffic.form.submit') }));
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/traffic/')).toEqual([{ id: 4, percent: 10 }]),
  );
});
