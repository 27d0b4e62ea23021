/** A client that stops reading whenever it wants. */
export interface DisconnectingClient {
  /** Resolves with the beginning of the response once it contains a text. */
  read(until: string): Promise<string>;
  /** Resolves with the rest of the response, or the error's message if it is cut off. */
  readAll(): Promise<string>;
  /** Resolves with the status. */
  status(): Promise<number>;
  leave(): void;
}

/** Starts a call. */
export function openDisconnectingClient(
  url: string,
  secret: string,
  body: object,
): DisconnectingClient {
  const controller = new AbortController();
  const response = fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'x-api-key': secret,
      'x-goog-api-key': secret,
      'accept-language': 'en',
    },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  response.catch(() => {});
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let text = '';
  const step = async () => {
    reader ??= (await response).body?.getReader();
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (value) text += Buffer.from(value).toString();
    return !done;
  };
  return {
    async read(until) {
      while (!text.includes(until))
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        if (!(await step())) throw new Error(`the answer ended before '${until}': ${text}`);
      return text;
    },
    async readAll() {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        while (await step());
      } catch (error) {
        return `${text}\n[${String(error)}]`;
      }
      return text;
    },
    status: async () => (await response).status,
    leave: () => controller.abort(),
  };
}
