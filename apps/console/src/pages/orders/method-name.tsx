import { brandOf, type PaymentMethod } from '@tollgate/contract';
import { createElement } from 'react';
import { iconOf } from '../wallet/top-up/method-icons.ts';

/** A payment method's brand name with its icon. */
export function MethodName({ provider, method }: { provider: string; method: string }) {
  return (
    <span className="with-icon">
      {createElement(iconOf(method as PaymentMethod), {
        size: 16,
        stroke: 1.6,
        'aria-hidden': true,
      })}
      {brandOf(provider, method)}
    </span>
  );
}
