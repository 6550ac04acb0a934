import type { Account, TestApp } from './app.ts'

export const credentials = ({ email, apiKey }: Account) => ({
  authorization: `Basic ${btoa(`${email}:${apiKey}`)}`,
})

/** Opens an address as a user, or as a stranger. */
export async function load(t: TestApp, url: string, user?: Account, headers: Record<string, string> = {}) {
  const response = await t.app.http.inject({
    url,
    headers: { host: t.host, ...(user ? credentials(user) : {}), ...headers },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

/** Parts of an upload's address that endpoints ask for. */
export const partsOf = (url: string) => {
  const [, , realm, ...rest] = url.split('/')
  return { realm_id_str: Number(realm), filename: rest.join('/') }
}
