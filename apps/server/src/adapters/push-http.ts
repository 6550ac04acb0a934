import { type PushDelivery, PushFailure } from '#ports/push-sender.ts'

export interface PushReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends a request to a push service and reads its answer. Throws a PushFailure if no answer comes in time. */
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

/** Parses a JSON object; returns an empty one for anything else, because failing servers often answer in HTML. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Result of a delivery by a service that names no end of its service. */
export const delivery = (isDead: boolean): PushDelivery => ({
  isDead,
  standing: { isServed: true, until: null },
})

/** Codes of a service that refuses this server or organization: no longer, not yet, or not without payment. */
const refusals: ReadonlySet<unknown> = new Set([
  'INVALID_ZULIP_SERVER',
  'MISSING_REMOTE_REALM',
  'PUSH_NOTIFICATIONS_DISALLOWED',
  'REMOTE_REALM_SERVER_MISMATCH_ERROR',
])

/** Turns a failed answer into a failure. */
export function pushFailure(service: string, { status, body }: PushReply): PushFailure {
  const why = [body.code, body.msg, body.reason].find((text) => typeof text === 'string')
  return new PushFailure(
    failureReason(status, body.code),
    `${service} answered ${status}${typeof why === 'string' ? `: ${why}` : ''}`,
  )
}

function failureReason(status: number, code: unknown): PushFailure['reason'] {
  if (status >= 500 || status === 429) return 'fault'
  if (status === 413) return 'unfit'
  return [401, 402, 403].includes(status) || refusals.has(code) ? 'refused' : 'unexpected'
}
