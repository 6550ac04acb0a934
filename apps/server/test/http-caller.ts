/** A user of a server that runs in a process of its own, possibly killed at any moment. */
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

/** Calls the API over HTTP. Rejects when the connection breaks; an error of the server is an answer. */
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

/** The same, where anything but success is a failure of the test. */
export async function succeed(...request: Parameters<typeof call>): Promise<Answer> {
  const answer = await call(...request)
  if (answer.result !== 'success')
    throw new Error(`${request[2]} ${request[3]} was answered with ${JSON.stringify(answer)}`)
  return answer
}

/** The settings that make a first owner, and how to find their key in what the server prints. */
export const ownerSettings = { TAGMA_OWNER_EMAIL: 'ada@example.com', TAGMA_OWNER_PASSWORD: 'long enough' }

export function ownerFrom(output: string): Caller {
  const key = /ada@example\.com:(\w{32})/.exec(output)?.[1]
  if (key === undefined) throw new Error(`The server printed no key:\n${output}`)
  return callerWith(ownerSettings.TAGMA_OWNER_EMAIL, key)
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
