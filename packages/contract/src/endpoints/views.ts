import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listName, savedView, viewName, viewSearch } from '../entities/saved-view.ts';
import { idParams } from '../paging.ts';

/** Filters of lists that a user keeps under a name. */
export const viewEndpoints = {
  listViews: endpoint({
    method: 'GET',
    path: '/api/view/',
    access: 'user',
    summary: 'Your saved views of a list, by name',
    query: z.object({ list: listName }),
    data: z.array(savedView),
  }),
  saveView: endpoint({
    method: 'PUT',
    path: '/api/view/',
    access: 'user',
    summary: 'Save a view of a list; a view with the same name is replaced',
    body: z.object({ list: listName, name: viewName, search: viewSearch }),
    data: savedView,
  }),
  deleteView: endpoint({
    method: 'DELETE',
    path: '/api/view/{id}',
    access: 'user',
    summary: 'Delete one of your saved views',
    params: idParams,
    data: z.null(),
  }),
};
