/** A user of a server that runs in its own process, which may be killed at any moment. */
export interface Caller {
  readonly email: string
  readonly authorization: string
}

export interface Answer {
  readonly result: 'success' | 'error'
  readonly msg: string
  readonly code?: string
  readonly [field: string]: unknown
}

/** Calls the API over HTTP. Rejects when the connection breaks; a refusal is an ordinary answer. */
export async function call(
  url: string,
  caller: Caller,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  parameters: Readonly<Record<string, string | number>> = {},
  signal: AbortSignal = AbortSignal.timeout(120_000),
): Promise<Answer> {
  const fields = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  const isRead = method === 'GET'
  const response = await fetch(`${url}/api/v1${path}${isRead && fields.size > 0 ? `?${fields}` : ''}`, {
    method,
    headers: { authorization: caller.authorization },
    signal,
    ...(isRead ? {} : { body: fields }),
  })
  return (await response.json()) as Answer
}

/** The same, but fails the test unless the call succeeds. */
export async function succeed(...request: Parameters<typeof call>): Promise<Answer> {
  const answer = await call(...request)
  if (answer.result !== 'success')
    throw new Error(`${request[2]} ${request[3]} was answered with ${JSON.stringify(answer)}`)
  return answer
}

/** Settings that make a first owner. */
export const ownerSettings = { TAGMA_OWNER_EMAIL: 'ada@example.com', TAGMA_OWNER_PASSWORD: 'long enough now' }

/** Signs in the first owner of a server that was started with these settings. */
export async function signInOwner(url: string): Promise<Caller> {
  const { TAGMA_OWNER_EMAIL: email, TAGMA_OWNER_PASSWORD: password } = ownerSettings
  const body = new URLSearchParams({ username: email, password })
  const answer = (await (
    await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body })
  ).json()) as Answer
  if (answer.result !== 'success') throw new Error(`The owner cannot sign in: ${answer.msg}`)
  return callerWith(email, String(answer.api_key))
}

const callerWith = (email: string, key: string): Caller => ({
  email,
  authorization: `Basic ${btoa(`${email}:${key}`)}`,
})

/** Has the owner make another user, subscribed to the default channels. */
export async function makeUser(url: string, owner: Caller, name: string): Promise<Caller> {
  const email = `${name}@example.com`
  const password = `the password of ${name}`
  await succeed(url, owner, 'POST', '/users', { email, password, full_name: name })
  const { api_key } = await succeed(url, owner, 'POST', '/fetch_api_key', { username: email, password })
  return callerWith(email, String(api_key))
}
