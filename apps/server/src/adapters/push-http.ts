import { type PushDelivery, PushFailure } from '#ports/push-sender.ts'

export interface PushReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends a request to a push service and reads its answer; throws a PushFailure when none comes in time. */
export async function requestPushService(
  url: string,
  init: { headers: Record<string, string>; body: string; timeoutSeconds: number },
): Promise<PushReply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: init.headers,
      body: init.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(init.timeoutSeconds * 1000),
    })
    return { status: response.status, body: parseObject(await response.text()) }
  } catch (error) {
    throw new PushFailure('unreachable', `${new URL(url).host} does not answer`, { cause: error })
  }
}

/** A JSON object; empty for anything else, because what fails often answers in HTML. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** A delivery by a service that takes this server's notifications without an end in sight. */
export const delivery = (isDead: boolean): PushDelivery => ({
  isDead,
  standing: { isServed: true, until: null },
})

/** The failure that a status stands for which is no success. */
export function pushFailure(service: string, { status, body }: PushReply): PushFailure {
  const why = [body.code, body.msg, body.reason].find((text) => typeof text === 'string')
  return new PushFailure(
    status >= 500 || status === 429 ? 'fault' : status === 413 ? 'unfit' : 'refused',
    `${service} answered ${status}${typeof why === 'string' ? `: ${why}` : ''}`,
  )
}
