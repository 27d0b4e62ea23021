/** Why a body is refused, with the fields of an OpenAI error. */
export interface RequestFault {
  readonly status: 400 | 404;
  readonly message: string;
  readonly type: 'invalid_request_error';
  readonly param: string | null;
  readonly code: string;
}
