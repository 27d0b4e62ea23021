import { endpoints } from '@tollgate/contract';
import { bindEmail } from '../domain/accounts/bind-email.ts';
import { sendEmailCode } from '../domain/accounts/email-code.ts';
import { resetPassword, sendPasswordReset } from '../domain/accounts/password-reset.ts';
import { register } from '../domain/accounts/registration.ts';
import { callerOf, implement, mustHaveSession } from './context.ts';

export const registrationRoutes = [
  implement(endpoints.register, async ({ domain, query, body, address }) => {
    await domain.captcha.verify(query.turnstile, address);
    await register(domain, body);
    return null;
  }),
  implement(endpoints.sendEmailCode, async ({ domain, query, address, language }) => {
    await domain.captcha.verify(query.turnstile, address);
    await sendEmailCode(domain, { email: query.email, language });
    return null;
  }),
  implement(endpoints.sendPasswordReset, async ({ domain, query, address, language }) => {
    await domain.captcha.verify(query.turnstile, address);
    await sendPasswordReset(domain, { email: query.email, language });
    return null;
  }),
  implement(endpoints.resetPassword, ({ domain, body, address }) =>
    resetPassword(domain, { ...body, address }),
  ),
  implement(endpoints.bindEmail, async (call) => {
    const { query, language } = call;
    mustHaveSession(callerOf(call));
    await bindEmail(call.domain, callerOf(call).user, { ...query, language });
    return null;
  }),
];
