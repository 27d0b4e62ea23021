import { classifyFault } from '@tollgate/dialects';
import { expect, test } from 'vitest';
import { describeFault } from './describe-fault.ts';

test.each(['constructor', '__proto__', 'toString', 'sk_whatever'])(
  'a fault whose upstream code is %s keeps that code',
  (code) => {
    const bodyExcerpt = JSON.stringify({ error: { message: 'No.', type: 'server_error', code } });
    const fault = classifyFault({ status: 500, headers: {}, bodyExcerpt });
    const error = describeFault(fault, undefined, {
      language: 'en',
      clientRequest: { model: 'm' },
    });
    expect(error).toMatchObject({ status: 500, message: 'No.', code });
  },
);
