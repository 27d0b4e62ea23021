import type { Family } from '../../src/domain/import/source-family.ts';

/** A column's name and kind, as in family-schema.md. */
type Column =
  `${string}:${'id' | 'int' | 'int32' | 'text' | 'name' | 'char' | 'bool' | 'real' | 'json' | 'blob' | 'time'}`;
/** Tables by name. */
export type ForeignSchema = Readonly<Record<string, readonly Column[]>>;

const identities: Column[] = ['github_id:name', 'wechat_id:name'];
const user = (balance: 'int' | 'int32'): Column[] => [
  'id:id',
  'username:name',
  'password:text',
  'display_name:name',
  'role:int32',
  'status:int32',
  'email:name',
  ...identities,
  'access_token:char',
  `quota:${balance}`,
  `used_quota:${balance}`,
  'request_count:int32',
  'group:name',
  'aff_code:name',
  'inviter_id:int',
];
const token: Column[] = [
  'id:id',
  'user_id:int',
  'key:char',
  'status:int',
  'name:name',
  'created_time:int',
  'accessed_time:int',
  'expired_time:int',
  'remain_quota:int',
  'unlimited_quota:bool',
  'used_quota:int',
];
const channel: Column[] = [
  'id:id',
  'type:int',
  'key:text',
  'status:int',
  'name:name',
  'weight:int',
  'created_time:int',
  'test_time:int',
  'response_time:int',
  'base_url:name',
  'other:text',
  'balance:real',
  'balance_updated_time:int',
  'models:text',
  'group:name',
  'used_quota:int',
  'model_mapping:text',
  'priority:int',
];
const redemption: Column[] = [
  'id:id',
  'user_id:int',
  'key:char',
  'status:int',
  'name:name',
  'quota:int',
  'created_time:int',
  'redeemed_time:int',
];
const log: Column[] = [
  'id:id',
  'user_id:int',
  'created_at:int',
  'type:int',
  'content:text',
  'username:name',
  'token_name:name',
  'model_name:name',
  'quota:int',
  'prompt_tokens:int',
  'completion_tokens:int',
  'channel_id:int',
  'is_stream:bool',
];
const options: Column[] = ['key:name', 'value:text'];
const aff: Column[] = ['aff_count:int32', 'aff_quota:int32', 'aff_history:int32'];

/** The parts of each gateway's tables that the importer reads, as created by its newest version. */
export const foreignSchemas: Readonly<Record<Family, ForeignSchema>> = {
  'one-api': {
    users: [...user('int'), 'oidc_id:name', 'lark_id:name'],
    tokens: [...token, 'models:text', 'subnet:name'],
    channels: [...channel, 'config:text', 'system_prompt:text'],
    options,
    redemptions: redemption,
    logs: [...log, 'elapsed_time:int', 'request_id:text', 'system_prompt_reset:bool'],
    abilities: ['group:name', 'model:name', 'channel_id:int', 'enabled:bool', 'priority:int'],
  },
  'new-api': {
    users: [
      ...user('int32'),
      ...aff,
      'telegram_id:name',
      'linux_do_id:name',
      'oidc_id:name',
      'discord_id:name',
      'setting:text',
      'created_at:int',
      'last_login_at:int',
      'deleted_at:time',
    ],
    tokens: [
      ...token,
      'model_limits_enabled:bool',
      'model_limits:text',
      'allow_ips:text',
      'group:name',
      'cross_group_retry:bool',
      'deleted_at:time',
    ],
    channels: [
      ...channel,
      'open_ai_organization:text',
      'test_model:text',
      'status_code_mapping:name',
      'auto_ban:int',
      'other_info:text',
      'tag:name',
      'setting:text',
      'param_override:text',
      'header_override:text',
      'channel_info:blob',
      'settings:text',
    ],
    options,
    redemptions: [...redemption, 'used_user_id:int', 'expired_time:int', 'deleted_at:time'],
    logs: [
      ...log,
      'use_time:int',
      'token_id:int',
      'group:name',
      'ip:name',
      'request_id:name',
      'other:text',
    ],
    top_ups: [
      'id:id',
      'user_id:int',
      'amount:int',
      'money:real',
      'trade_no:name',
      'payment_method:name',
      'payment_provider:name',
      'create_time:int',
      'complete_time:int',
      'status:text',
    ],
    two_fas: ['id:id', 'user_id:int', 'secret:name', 'is_enabled:bool'],
  },
  'one-hub': {
    users: [
      ...user('int32'),
      ...aff,
      'lark_id:name',
      'telegram_id:int',
      'github_id_new:int',
      'created_time:int',
      'deleted_at:time',
    ],
    tokens: [...token, 'group:name', 'backup_group:name', 'setting:json', 'deleted_at:time'],
    channels: [
      ...channel,
      'tag:name',
      'model_headers:name',
      'custom_parameter:name',
      'proxy:name',
      'test_model:name',
      'only_chat:bool',
      'plugin:json',
      'deleted_at:time',
    ],
    options,
    redemptions: redemption,
    logs: [...log, 'request_time:int', 'source_ip:name', 'metadata:json'],
    prices: [
      'model:name',
      'type:name',
      'channel_type:int',
      'input:real',
      'output:real',
      'locked:bool',
      'extra_ratios:json',
    ],
    user_groups: [
      'id:id',
      'symbol:name',
      'name:name',
      'ratio:real',
      'api_rate:int',
      'public:bool',
      'enable:bool',
    ],
    orders: [
      'id:id',
      'user_id:int',
      'gateway_id:int',
      'trade_no:name',
      'amount:int',
      'order_amount:real',
      'order_currency:name',
      'quota:int',
      'status:name',
      'created_at:time',
      'updated_at:time',
    ],
  },
};

const TYPES = {
  sqlite: {
    id: 'integer PRIMARY KEY AUTOINCREMENT',
    int: 'integer',
    int32: 'int',
    text: 'text',
    name: 'varchar(191)',
    char: 'char(59)',
    bool: 'numeric',
    real: 'real',
    json: 'JSON',
    blob: 'json',
    time: 'datetime',
  },
  mysql: {
    id: 'bigint NOT NULL AUTO_INCREMENT',
    int: 'bigint',
    int32: 'int',
    text: 'longtext',
    name: 'varchar(191)',
    char: 'char(59)',
    bool: 'tinyint(1)',
    real: 'double',
    json: 'json',
    blob: 'json',
    time: 'datetime(3)',
  },
  postgres: {
    id: 'bigserial PRIMARY KEY',
    int: 'bigint',
    int32: 'integer',
    text: 'text',
    name: 'text',
    char: 'char(59)',
    bool: 'boolean',
    real: 'numeric',
    json: 'json',
    blob: 'json',
    time: 'timestamptz',
  },
} as const;

/** Returns the statement that creates a table. */
export function createTableSql(
  kind: keyof typeof TYPES,
  table: string,
  columns: readonly Column[],
): string {
  const quote = kind === 'postgres' ? '"' : '`';
  const lines = columns.map((column) => {
    const [name = '', type = 'text'] = column.split(':');
    return `  ${quote}${name}${quote} ${TYPES[kind][type as keyof (typeof TYPES)['sqlite']]}`;
  });
  if (kind === 'mysql' && columns[0] === 'id:id')
    lines.push('  PRIMARY KEY (`id`)', '  KEY `idx_any` (`id`)');
  const end = kind === 'mysql' ? ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4' : ')';
  return `CREATE TABLE ${quote}${table}${quote} (\n${lines.join(',\n')}\n${end}`;
}

/** Returns the kind of a schema's column. */
export function kindOf(columns: readonly Column[], name: string): string {
  return columns.find((column) => column.startsWith(`${name}:`))?.split(':')[1] ?? 'text';
}
