import { endpoints } from '@tollgate/contract';
import { bindEmail } from '../domain/accounts/bind-email.ts';
import { sendEmailCode } from '../domain/accounts/email-code.ts';
import { resetPassword, sendPasswordReset } from '../domain/accounts/password-reset.ts';
import { register } from '../domain/accounts/registration.ts';
import { confirmedCaller } from './confirmed-caller.ts';
import { implement } from './context.ts';
import { keepKnownDevice } from './known-device-cookie.ts';

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
  implement(endpoints.resetPassword, async (call) => {
    const { domain, body, address, limits } = call;
    await limits.takeReset(body.email, address);
    const { password, user } = await resetPassword(domain, { ...body, address });
    // Whoever owns the mailbox can log in, however many strangers guess meanwhile.
    keepKnownDevice(call, user);
    return password;
  }),
  implement(endpoints.bindEmail, async (call) => {
    const { query, language } = call;
    // Whoever has the address can request a new password, so a session found open must not be able to set it.
    const caller = confirmedCaller(call);
    await bindEmail(call.domain, caller, { ...query, language });
    return null;
  }),
];
