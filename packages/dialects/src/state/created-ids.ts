import type { WireFormat } from '../ir/dialect.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { NamedId } from './named-ids.ts';

/** Something that a response left at its provider. */
export type CreatedId = Pick<NamedId, 'kind' | 'id'>;

/** More than any honest response has; each is noted for a month. */
const CREATED_MAX = 500;
/** Results of Anthropic's tools that run programs: those may write files. */
const PROGRAM_RESULT = /code_execution_tool_result$/;

/** Collects what a response left at its provider, from its body or events; without duplicates. */
export class CreatedIds {
  readonly #format: WireFormat;
  readonly #found = new Map<string, CreatedId>();

  constructor(format: WireFormat) {
    this.#format = format;
  }

  get list(): readonly CreatedId[] {
    return [...this.#found.values()];
  }

  /** Reads a whole response, or the data of one event. */
  take(data: JsonObject): void {
    if (this.#format === 'openai-responses') this.#takeItems(data);
    else if (this.#format === 'anthropic-messages') this.#takeMessage(data);
    else if (this.#format === 'openai-chat') this.#takeChoices(data);
  }

  #takeItems(data: JsonObject): void {
    const response = isRecord(data.response) ? data.response : data;
    if (response !== data || data.object === 'response') this.#add('response', response.id);
    for (const item of [recordOf(data.item), ...recordsOf(response.output)]) {
      this.#add('item', item.id);
      this.#add('container', item.container_id);
      this.#add('container', recordOf(item.environment).container_id);
      for (const part of recordsOf(item.content))
        for (const { type, file_id: file } of recordsOf(part.annotations))
          if (type === 'container_file_citation') this.#add('file', file);
    }
  }

  #takeMessage(data: JsonObject): void {
    const message = data.type === 'message' ? data : recordOf(data.message);
    for (const { container } of [message, recordOf(data.delta)])
      this.#add('container', recordOf(container).id);
    for (const block of [recordOf(data.content_block), ...recordsOf(message.content)])
      if (PROGRAM_RESULT.test(textOf(block.type)))
        for (const { file_id: file } of recordsOf(recordOf(block.content).content))
          this.#add('file', file);
  }

  #takeChoices(data: JsonObject): void {
    for (const choice of recordsOf(data.choices))
      this.#add('audio', recordOf(recordOf(choice.message ?? choice.delta).audio).id);
  }

  #add(kind: CreatedId['kind'], id: unknown): void {
    if (typeof id !== 'string' || id === '' || this.#found.size >= CREATED_MAX) return;
    this.#found.set(`${kind} ${id}`, { kind, id });
  }
}

/** Returns what a whole response left at its provider. */
export function createdBy(format: WireFormat, bytes: Uint8Array): readonly CreatedId[] {
  const body = parseJson(bytes);
  const created = new CreatedIds(format);
  if (isRecord(body)) created.take(body);
  return created.list;
}
