export interface SignedIn {
  /** What the console keeps in its local storage. */
  stored: string;
  /** Posts to the console API and answers the data. */
  call<Data>(path: string, body: unknown): Promise<Data>;
}

/** Signs in at a gateway, by default as the factory's root user. */
export async function signIn(
  url: string,
  credentials = { username: 'root', password: '123456' },
): Promise<SignedIn> {
  const post = async (path: string, body: unknown, token = '') => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const user = (await post('/api/user/login', credentials)) as {
    token: string;
  };
  return {
    stored: JSON.stringify(user),
    call: async <Data>(path: string, body: unknown) => (await post(path, body, user.token)) as Data,
  };
}
