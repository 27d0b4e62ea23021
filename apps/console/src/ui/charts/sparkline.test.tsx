import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Sparkline } from './sparkline.tsx';

test('a value below 0 is drawn inside the sparkline, which fills towards 0', () => {
  const { container } = render(<Sparkline values={[2, -2]} height={30} />);
  const [area, line] = ['polygon', 'polyline'].map((name) =>
    container.querySelector(name)?.getAttribute('points'),
  );
  expect(line).toBe('0.00,1.00 100.00,29.00');
  expect(area).toBe('0.00,15.00 0.00,1.00 100.00,29.00 100.00,15.00');
});
