import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  listedRegistrationCode,
  newRegistrationCodes,
  registrationCodeEntity,
  registrationCodeUser,
  REGISTRATION_CODE_STATES,
} from '../entities/registration-code.ts';
import { idField, idParams, pageNumber, pageOf, pageSize } from '../paging.ts';

export const registrationCodeEndpoints = {
  searchRegistrationCodes: endpoint({
    method: 'GET',
    path: '/api/registration-code/',
    access: 'admin',
    scope: 'codes:write',
    summary: 'Registration codes by part of the name or the last characters, newest first',
    summaryZh: '按部分名称或末尾字符搜索注册码，最新在前',
    query: z.object({
      keyword: z.string().trim().max(100).catch(''),
      state: z.enum(['', ...REGISTRATION_CODE_STATES]).catch(''),
      p: pageNumber,
      page_size: pageSize,
    }),
    data: pageOf(listedRegistrationCode),
  }),
  createRegistrationCodes: endpoint({
    method: 'POST',
    path: '/api/registration-code/',
    access: 'admin',
    scope: 'codes:write',
    audit: 'registrationCode',
    summary: 'Create registration codes; they are shown only once',
    summaryZh: '生成注册码，仅此一次返回',
    body: newRegistrationCodes,
    data: z.array(z.string()),
  }),
  updateRegistrationCode: endpoint({
    method: 'PUT',
    path: '/api/registration-code/',
    access: 'admin',
    scope: 'codes:write',
    audit: 'registrationCode',
    summary: 'Disable or enable a registration code',
    summaryZh: '禁用或启用注册码',
    body: z.object({ id: idField, disabled: z.boolean() }),
    data: z.null(),
  }),
  listRegistrationCodeUsers: endpoint({
    method: 'GET',
    path: '/api/registration-code/{id}/users',
    access: 'admin',
    scope: 'codes:read',
    summary: 'The latest users who registered with a code',
    summaryZh: '最近使用某注册码注册的用户',
    params: idParams,
    data: z.array(registrationCodeUser),
  }),
  listOwnRegistrationCodes: endpoint({
    method: 'GET',
    path: '/api/user/self/registration-codes',
    access: 'user',
    scope: 'codes:write',
    summary: 'Registration codes you created, and how many more you can create',
    summaryZh: '你生成的注册码及还可生成的数量',
    data: z.object({ items: z.array(registrationCodeEntity), left: z.number().int() }),
  }),
  createOwnRegistrationCode: endpoint({
    method: 'POST',
    path: '/api/user/self/registration-codes',
    access: 'user',
    scope: 'session',
    summary: 'Create a registration code for one person, valid for 30 days; it is shown only once',
    summaryZh: '生成一个供一人使用的注册码，30 天内有效，仅此一次返回',
    data: z.string(),
  }),
};
