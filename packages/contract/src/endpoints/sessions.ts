import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sessionEntity } from '../entities/session.ts';

const id = z.coerce.number().int();

export const sessionEndpoints = {
  listSessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    access: 'user',
    summary: 'The own sessions, last seen first; 100 at most',
    data: z.array(sessionEntity),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    access: 'user',
    audit: 'account',
    summary: 'End one of the own sessions at once; done where it has ended already',
    params: z.object({ id }),
    data: z.null(),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'user',
    audit: 'account',
    summary: 'End all own sessions but the one that asks',
    data: z.null(),
  }),
  listSessionsOfUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}/sessions',
    access: 'admin',
    summary: 'Sessions of a user below the own role, last seen first; 100 at most',
    params: z.object({ id }),
    data: z.array(sessionEntity),
  }),
  endSessionsOfUser: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/sessions',
    access: 'admin',
    audit: 'user',
    summary: 'End all sessions of a user below the own role at once',
    params: z.object({ id }),
    data: z.null(),
  }),
};
