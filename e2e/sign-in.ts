export interface SignedIn {
  /** The session as stored in the console's local storage. */
  stored: string;
  /** Calls the console API, by default with POST, and returns the data. */
  call<Data>(path: string, body: unknown, method?: 'POST' | 'PUT'): Promise<Data>;
}

/** Signs in to a gateway, by default as root with the factory password. */
export async function signIn(
  url: string,
  credentials = { username: 'root', password: '123456' },
): Promise<SignedIn> {
  const call = async (
    path: string,
    body: unknown,
    { token = '', method = 'POST' }: { token?: string; method?: 'POST' | 'PUT' } = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: unknown }).data;
  };
  const user = (await call('/api/user/login', credentials)) as {
    token: string;
  };
  return {
    stored: JSON.stringify(user),
    call: async <Data>(path: string, body: unknown, method: 'POST' | 'PUT' = 'POST') =>
      (await call(path, body, { token: user.token, method })) as Data,
  };
}
