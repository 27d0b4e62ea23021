import type { Language } from '../domain/error-texts.ts';
import { docsStyle } from './docs-style.ts';
import type { Json } from './openapi.ts';

const words = {
  zh: {
    title: 'Tollgate 接口文档',
    lead: '由接口契约自动生成。',
    other: 'English',
    access: '权限',
    parameters: '参数',
    body: '请求内容',
    answer: 'data 字段',
    name: '名称',
    type: '类型',
    place: '位置',
    note: '说明',
    calls: '接口',
    required: '必填',
    raw: 'OpenAPI 3.1 文件',
  },
  en: {
    title: 'Tollgate API reference',
    lead: 'Made from the contract.',
    other: '中文',
    access: 'Access',
    parameters: 'Parameters',
    body: 'Request body',
    answer: 'The field data',
    name: 'Name',
    type: 'Type',
    place: 'In',
    note: 'Notes',
    calls: 'Calls',
    required: 'required',
    raw: 'OpenAPI 3.1 document',
  },
} as const;

type Words = (typeof words)[Language];

const escape = (text: unknown) =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-access': string;
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: { 'application/json': { schema: Json } } };
  responses: Record<
    string,
    { content?: { 'application/json'?: { schema: { properties?: { data?: Json } } } } }
  >;
}

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** The reference as one page without scripts: a list of calls beside a section for each. */
export function renderDocsPage(document: Json, language: Language): string {
  const text = words[language];
  const groups = new Map<string, Entry[]>();
  for (const [path, methods] of Object.entries(
    document.paths as Record<string, Record<string, Operation>>,
  )) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'other';
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        { method: method.toUpperCase(), path, operation },
      ]);
    }
  }
  const navigation = [...groups]
    .map(([tag, entries]) => `<h2>${escape(tag)}</h2><ul>${entries.map(renderLink).join('')}</ul>`)
    .join('');
  const sections = [...groups.values()]
    .flat()
    .map((entry) => renderEntry(entry, text))
    .join('');
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${text.title}</title><style>${docsStyle}</style></head><body><header><h1>${text.title}</h1><p>${text.lead} <a href="/api/openapi.json">${text.raw}</a> · <a href="/docs?lang=${language === 'zh' ? 'en' : 'zh'}">${text.other}</a></p></header><nav aria-label="${text.calls}">${navigation}</nav><main>${sections}</main></body></html>`;
}

function renderLink({ method, path, operation }: Entry): string {
  return `<li><a href="#${escape(operation.operationId)}"><b class="${method}">${method}</b> ${escape(path)}</a></li>`;
}

function renderEntry({ method, path, operation }: Entry, text: Words): string {
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required, schema }) =>
    row(name, typeOf(schema), place, required ? text.required : noteOf(schema)),
  );
  const bodySchema = operation.requestBody?.content['application/json'].schema;
  const dataSchema =
    operation.responses['200']?.content?.['application/json']?.schema.properties?.data;
  return `<section id="${escape(operation.operationId)}"><h3><b class="${method}">${method}</b> <code>${escape(path)}</code></h3><p>${escape(operation.summary)}</p><p class="access">${text.access}: <code>${escape(operation['x-access'])}</code></p>${table(text.parameters, parameters, text)}${bodySchema ? table(text.body, rowsOf(bodySchema, text), text) : ''}${dataSchema ? table(text.answer, rowsOf(dataSchema, text), text) : ''}</section>`;
}

function table(caption: string, rows: string[], text: Words): string {
  if (rows.length === 0) return '';
  return `<table><caption>${caption}</caption><thead><tr><th>${text.name}</th><th>${text.type}</th><th>${text.place}</th><th>${text.note}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function row(...cells: [string, string, string, string]): string {
  const [name, ...rest] = cells;
  return `<tr><td><code>${escape(name)}</code></td>${rest.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`;
}

/** The members of an object schema, of a list's entries too; other schemas are one row. */
function rowsOf(schema: Json, text: Words, prefix = '', depth = 0): string[] {
  const {
    properties,
    items,
    required = [],
  } = schema as { properties?: Record<string, Json>; items?: Json; required?: string[] };
  if (items && depth < 3) return rowsOf(items, text, `${prefix}[]`, depth + 1);
  if (!properties) return [row(prefix || '–', typeOf(schema), '', noteOf(schema))];
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const own = row(
      path,
      typeOf(property),
      '',
      [required.includes(name) ? text.required : '', noteOf(property)].filter(Boolean).join(', '),
    );
    const nested =
      (property as { properties?: unknown }).properties ??
      (property as { items?: { properties?: unknown } }).items?.properties;
    return nested && depth < 2 ? [own, ...rowsOf(property, text, path, depth + 1)] : [own];
  });
}

function typeOf(schema: Json): string {
  const {
    type,
    anyOf,
    enum: choices,
    const: constant,
    items,
  } = schema as {
    type?: string | string[];
    anyOf?: Json[];
    enum?: unknown[];
    const?: unknown;
    items?: Json;
  };
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (type === 'array') return `${items ? typeOf(items) : 'any'}[]`;
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'any');
}

function noteOf(schema: Json): string {
  const {
    default: otherwise,
    minimum,
    maximum,
    maxLength,
  } = schema as { default?: unknown; minimum?: number; maximum?: number; maxLength?: number };
  const range = [
    minimum !== undefined && Math.abs(minimum) < 2 ** 53 - 1 ? `≥ ${minimum}` : '',
    maximum !== undefined && maximum < 2 ** 53 - 1 ? `≤ ${maximum}` : '',
    maxLength === undefined ? '' : `≤ ${maxLength}`,
  ];
  return [...range, otherwise === undefined ? '' : `= ${JSON.stringify(otherwise)}`]
    .filter(Boolean)
    .join(', ');
}
