/** Why a body is refused, in the words and fields of the OpenAI dialect. */
export interface RequestFault {
  readonly status: 400 | 404;
  readonly message: string;
  readonly type: 'invalid_request_error';
  readonly param: string | null;
  readonly code: string;
}
