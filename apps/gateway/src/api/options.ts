import { endpoints, findOption, ROLE_ROOT } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { saveOptions } from '../domain/options/save-options.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { ApiResponse, type Call, callerOf, implement } from './context.ts';

/**
 * Refuses to set options reserved for the super admin in a session that was not confirmed: one's own mail
 * server, bot or issuer gives access to every account. Callers who may not set them at all get that error
 * instead.
 */
function requireWritable(
  call: Pick<Call<unknown>, 'domain' | 'caller'>,
  keys: readonly string[],
): void {
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
    requireWritable(call, [call.params.key]);
    const change = { key: call.params.key, value: '', clears: true };
    await saveOptions(call.domain, [change], callerOf(call).user);
    return null;
  }),
  implement(endpoints.updateOption, async (call) => {
    requireWritable(call, [call.body.key]);
    await saveOptions(call.domain, [call.body], callerOf(call).user);
    return null;
  }),
  implement(endpoints.updateOptions, async (call) => {
    requireWritable(
      call,
      call.body.options.map(({ key }) => key),
    );
    await saveOptions(call.domain, call.body.options, callerOf(call).user);
    return null;
  }),
  implement(endpoints.listOptionHistory, ({ domain }) => domain.options.history()),
  implement(endpoints.resetModelRatio, async (call) => {
    const ratios = await call.domain.options.resetRatios(callerOf(call).user);
    return new ApiResponse(ratios, {
      extras: { message: texts[call.language].setting.resetRatios.done },
    });
  }),
];
