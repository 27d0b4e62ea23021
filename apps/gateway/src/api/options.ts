import { endpoints } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { saveOptions } from '../domain/options/save-options.ts';
import { Answer, callerOf, implement } from './context.ts';

export const optionRoutes = [
  implement(endpoints.listOptions, async (call) =>
    call.domain.options.list(callerOf(call).user.role),
  ),
  implement(endpoints.listSetSecrets, async ({ domain }) => domain.options.setSecrets()),
  implement(endpoints.describeSecrets, ({ domain }) => domain.options.describeSecrets()),
  implement(endpoints.clearSecret, async (call) => {
    const change = { key: call.params.key, value: '', clears: true };
    await saveOptions(call.domain, [change], callerOf(call).user);
    return null;
  }),
  implement(endpoints.updateOption, async (call) => {
    await saveOptions(call.domain, [call.body], callerOf(call).user);
    return null;
  }),
  implement(endpoints.updateOptions, async (call) => {
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
