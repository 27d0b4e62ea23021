import type { PaymentMethod } from '@tollgate/contract';
import { createElement } from 'react';
import { useTranslation } from '../../texts.tsx';
import { iconOf } from '../wallet/top-up/method-icons.ts';
import { methodBrand } from './method-brand.ts';

/** A payment method's name with its icon. */
export function MethodName({ provider, method }: { provider: string; method: string }) {
  const { t } = useTranslation();
  return (
    <span className="with-icon">
      {createElement(iconOf(method as PaymentMethod), {
        size: 16,
        stroke: 1.6,
        'aria-hidden': true,
      })}
      {methodBrand(t, { provider, method })}
    </span>
  );
}
