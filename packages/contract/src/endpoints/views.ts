import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listName, savedView, viewName, viewSearch } from '../entities/saved-view.ts';
import { idParams } from '../paging.ts';

/** A user's saved list filters. */
export const viewEndpoints = {
  listViews: endpoint({
    method: 'GET',
    path: '/api/view/',
    access: 'user',
    scope: 'account:read',
    summary: 'Your saved views of a list, by name',
    summaryZh: '自己为某个列表保存的视图，按名称排序',
    query: z.object({ list: listName }),
    data: z.array(savedView),
  }),
  saveView: endpoint({
    method: 'PUT',
    path: '/api/view/',
    access: 'user',
    scope: 'account:write',
    summary: 'Save a view of a list; a view with the same name is replaced',
    summaryZh: '保存列表视图，同名视图会被替换',
    body: z.object({ list: listName, name: viewName, search: viewSearch }),
    data: savedView,
  }),
  deleteView: endpoint({
    method: 'DELETE',
    path: '/api/view/{id}',
    access: 'user',
    scope: 'account:write',
    summary: 'Delete one of your saved views',
    summaryZh: '删除自己保存的视图',
    params: idParams,
    data: z.null(),
  }),
};
