import { Table } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';

/** One point in time of a chart: its position (0 to 1 from the left), and its values. */
export interface ReadableStep {
  at: number;
  name: string;
  /** A text per column; empty if there is no value. */
  texts: readonly string[];
}

/**
 * Makes a small chart readable: its values at a point by pointer, touch and keyboard, and all of them as a
 * table. The drawing inside is only visual.
 */
export function ReadableSteps({
  label,
  timeName,
  columns,
  steps,
  scale,
  children,
}: {
  label: string;
  /** Header of the column of times. */
  timeName: string;
  columns: readonly string[];
  steps: readonly ReadableStep[];
  /** Content below the drawing. */
  scale?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<number>();
  const step = chosen === undefined ? undefined : steps[Math.min(chosen, steps.length - 1)];
  const description = step ? describeStep(step, columns) : '';
  const move = (event: KeyboardEvent) => {
    const next = nextStep(event.key, chosen ?? steps.length - 1, steps.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <>
      <div
        className="readable-steps"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={(chosen ?? steps.length - 1) + 1}
        aria-valuetext={description || describeStep(steps.at(-1), columns)}
        onKeyDown={move}
        onBlur={() => choose(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          choose(nearest(steps, (clientX - left) / Math.max(1, width)));
        }}
        onPointerLeave={() => choose(undefined)}
      >
        {children}
        {step ? (
          <span className="readable-steps-mark" style={{ left: `${step.at * 100}%` }} aria-hidden />
        ) : null}
      </div>
      {scale}
      <div className="readable-steps-told tabular" aria-hidden>
        {description}
      </div>
      <details className="readable-steps-table">
        <summary>{t('ui.chart.asTable')}</summary>
        <Table className="tabular" verticalSpacing={3}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{timeName}</Table.Th>
              {columns.map((name) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.toReversed().map(({ at, name, texts }) => (
              <Table.Tr key={at}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {columns.map((column, index) => (
                  <Table.Td key={column} ta="right">
                    {texts[index]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}

function describeStep(step: ReadableStep | undefined, columns: readonly string[]): string {
  if (!step) return '';
  const parts = columns.flatMap((name, index) => {
    const text = step.texts[index] ?? '';
    return text === '' ? [] : [columns.length === 1 ? text : `${name} ${text}`];
  });
  return [step.name, ...parts].join(' · ');
}

/** Returns the step that a key moves to; undefined for any other key. */
export function nextStep(key: string, from: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to));
}

/** Returns the step nearest to a position from 0 to 1. */
export function nearest(steps: readonly ReadableStep[], position: number): number {
  let best = 0;
  for (const [index, { at }] of steps.entries())
    if (Math.abs(at - position) < Math.abs((steps[best]?.at ?? 0) - position)) best = index;
  return best;
}
