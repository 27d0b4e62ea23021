interface Envelope {
  success: boolean;
  message?: string;
  data: unknown;
}

/** The administrator who calls the console API. */
export interface Administrator {
  baseUrl: string;
  id: number;
  token: string;
}

/** Calls the console API of Tollgate; throws with its message if it refuses. */
export async function callConsole(
  { baseUrl, id, token }: Administrator,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token === '' ? {} : { authorization: `Bearer ${token}`, 'new-api-user': String(id) }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { success, message, data } = (await response.json()) as Envelope;
  if (!success) throw new Error(`${method} ${path}: ${message}`);
  return data;
}
