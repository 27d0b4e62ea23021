import { endpoints, findOption, ROLE_ROOT } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { saveOptions } from '../domain/options/save-options.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { Answer, type Call, callerOf, implement } from './context.ts';

/**
 * Refuses to set what only the super admin may in a session that was not confirmed: a mail server, a bot or
 * an issuer of one's own leads into every account. Who may not set it at all is told that instead.
 */
function mustMaySet(call: Pick<Call<unknown>, 'domain' | 'caller'>, keys: readonly string[]): void {
  const caller = callerOf(call);
  if (caller.user.role >= ROLE_ROOT && keys.some((key) => findOption(key)?.write === 'root'))
    mustBeConfirmed(call.domain, caller);
}

export const optionRoutes = [
  implement(endpoints.listOptions, async (call) =>
    call.domain.options.list(callerOf(call).user.role),
  ),
  implement(endpoints.listSetSecrets, async ({ domain }) => domain.options.setSecrets()),
  implement(endpoints.describeSecrets, ({ domain }) => domain.options.describeSecrets()),
  implement(endpoints.clearSecret, async (call) => {
    mustMaySet(call, [call.params.key]);
    const change = { key: call.params.key, value: '', clears: true };
    await saveOptions(call.domain, [change], callerOf(call).user);
    return null;
  }),
  implement(endpoints.updateOption, async (call) => {
    mustMaySet(call, [call.body.key]);
    await saveOptions(call.domain, [call.body], callerOf(call).user);
    return null;
  }),
  implement(endpoints.updateOptions, async (call) => {
    mustMaySet(
      call,
      call.body.options.map(({ key }) => key),
    );
    await saveOptions(call.domain, call.body.options, callerOf(call).user);
    return null;
  }),
  implement(endpoints.listOptionHistory, ({ domain }) => domain.options.history()),
  implement(endpoints.resetModelRatio, async (call) => {
    const ratios = await call.domain.options.resetRatios(callerOf(call).user);
    return new Answer(ratios, {
      extras: { message: texts[call.language].setting.resetRatios.done },
    });
  }),
];
