export interface SignedIn {
  /** What the console keeps in its local storage. */
  stored: string;
  /** Asks the console API, with POST where nothing else is said, and answers the data. */
  call<Data>(path: string, body: unknown, method?: 'POST' | 'PUT'): Promise<Data>;
}

/** Signs in at a gateway, by default as the factory's root user. */
export async function signIn(
  url: string,
  credentials = { username: 'root', password: '123456' },
): Promise<SignedIn> {
  const ask = async (
    path: string,
    body: unknown,
    { token = '', method = 'POST' }: { token?: string; method?: 'POST' | 'PUT' } = {},
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const user = (await ask('/api/user/login', credentials)) as {
    token: string;
  };
  return {
    stored: JSON.stringify(user),
    call: async <Data>(path: string, body: unknown, method: 'POST' | 'PUT' = 'POST') =>
      (await ask(path, body, { token: user.token, method })) as Data,
  };
}
