import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OptionDefinition } from '@tollgate/contract';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../index.ts';
import { optionLabel } from './option-label.ts';
import { OptionLink } from './option-link.tsx';
import type { OptionsForm } from './use-options-form.ts';

type Problems = Pick<OptionsForm, 'errorOf'> & Partial<Pick<OptionsForm, 'refusalOf'>>;

/** Returns why an option was not saved, with links to missing options; undefined if nothing is wrong. */
export function optionProblem(option: OptionDefinition, form: Problems): ReactNode {
  if (form.errorOf(option) === undefined) return undefined;
  return <OptionProblem option={option} form={form} />;
}

function OptionProblem({ option, form }: { option: OptionDefinition; form: Problems }) {
  const { t } = useTranslation();
  const text = form.errorOf(option) ?? '';
  const refusal = form.refusalOf?.(option);
  if (refusal?.code === 'second_factor_missing')
    return (
      <Anchor
        component={Link}
        to={pages.setting.path}
        search={{ tab: 'personal' } as never}
        inherit
      >
        {text}
      </Anchor>
    );
  let left = text;
  const parts: ReactNode[] = [];
  for (const key of refusal?.missing ?? []) {
    const label = optionLabel(t, key);
    const [before = '', ...rest] = left.split(label);
    if (rest.length === 0) continue;
    parts.push(
      <Fragment key={key}>
        {before}
        <OptionLink option={key}>{label}</OptionLink>
      </Fragment>,
    );
    left = rest.join(label);
  }
  return (
    <>
      {parts}
      {left}
    </>
  );
}
