import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sessionEntity } from '../entities/session.ts';

const id = z.coerce.number().int();

export const sessionEndpoints = {
  listSessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    access: 'user',
    summary: 'Your sessions, last seen first, at most 100',
    data: z.array(sessionEntity),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    access: 'user',
    audit: 'account',
    summary: 'End one of your sessions at once; succeeds if it has already ended',
    params: z.object({ id }),
    data: z.null(),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'user',
    audit: 'account',
    summary: 'End all your sessions except the current one',
    data: z.null(),
  }),
  listSessionsOfUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}/sessions',
    access: 'admin',
    summary: 'Sessions of a user with a role below your own, last seen first, at most 100',
    params: z.object({ id }),
    data: z.array(sessionEntity),
  }),
  endSessionsOfUser: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/sessions',
    access: 'admin',
    audit: 'user',
    summary: 'End all sessions of a user with a role below your own at once',
    params: z.object({ id }),
    data: z.null(),
  }),
};
