import { endpoints } from '@tollgate/contract';
import { readViews, removeView, saveView } from '../domain/accounts/saved-views.ts';
import { callerOf, implement } from './context.ts';

export const viewRoutes = [
  implement(endpoints.listViews, (call) =>
    readViews(call.domain, callerOf(call).user.id, call.query.list),
  ),
  implement(endpoints.saveView, (call) => saveView(call.domain, callerOf(call).user.id, call.body)),
  implement(endpoints.deleteView, async (call) => {
    await removeView(call.domain, callerOf(call).user.id, call.params.id);
    return null;
  }),
];
