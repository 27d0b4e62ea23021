import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  newRegistrationCodes,
  registrationCodeEntity,
  registrationCodeUser,
} from '../entities/registration-code.ts';
import { idField, idParams, pageNumber, pageOf, pageSize } from '../paging.ts';

export const registrationCodeEndpoints = {
  searchRegistrationCodes: endpoint({
    method: 'GET',
    path: '/api/registration-code/',
    access: 'admin',
    summary: 'Registration codes by part of the name or the last characters, newest first',
    query: z.object({
      keyword: z.string().trim().max(100).catch(''),
      p: pageNumber,
      page_size: pageSize,
    }),
    data: pageOf(registrationCodeEntity),
  }),
  createRegistrationCodes: endpoint({
    method: 'POST',
    path: '/api/registration-code/',
    access: 'admin',
    audit: 'registrationCode',
    summary: 'Create registration codes; returns them, this once',
    body: newRegistrationCodes,
    data: z.array(z.string()),
  }),
  updateRegistrationCode: endpoint({
    method: 'PUT',
    path: '/api/registration-code/',
    access: 'admin',
    audit: 'registrationCode',
    summary: 'Disable or enable a registration code',
    body: z.object({ id: idField, disabled: z.boolean() }),
    data: z.null(),
  }),
  listRegistrationCodeUsers: endpoint({
    method: 'GET',
    path: '/api/registration-code/{id}/users',
    access: 'admin',
    summary: 'The latest users who registered by a code',
    params: idParams,
    data: z.array(registrationCodeUser),
  }),
  listOwnRegistrationCodes: endpoint({
    method: 'GET',
    path: '/api/user/self/registration-codes',
    access: 'user',
    summary: 'Registration codes you made, and how many you may still make',
    data: z.object({ items: z.array(registrationCodeEntity), left: z.number().int() }),
  }),
  createOwnRegistrationCode: endpoint({
    method: 'POST',
    path: '/api/user/self/registration-codes',
    access: 'user',
    summary: 'Create a registration code for one person, valid for 30 days; returned this once',
    data: z.string(),
  }),
};
