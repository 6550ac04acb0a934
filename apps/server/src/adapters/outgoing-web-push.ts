import { OutgoingFailure, type OutgoingHttp } from '#ports/outgoing-http.ts'
import { PushFailure } from '#ports/push-sender.ts'
import type { WebPush } from '#ports/web-push.ts'

/** Seconds that a push service keeps a notification for a browser that is away. */
const keptFor = 24 * 3600
/** The browser does not know the subscription any more, or has made it for another key. */
const isGone: ReadonlySet<number> = new Set([401, 403, 404, 410])

/** Calls push services by `outgoing`: browsers name their addresses, so they are addresses that users gave. */
export const outgoingWebPush = (outgoing: OutgoingHttp): WebPush => ({
  async makeKeys() {
    const { default: library } = await import('web-push')
    return library.generateVAPIDKeys()
  },
  async send({ endpoint, p256dh, auth, keys, contact, payload, isUrgent }) {
    const { default: library } = await import('web-push')
    const { headers, body } = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: contact, ...keys },
      TTL: keptFor,
      urgency: isUrgent ? 'high' : 'low',
    })
    const texts = { ...headers, TTL: String(keptFor) } as Readonly<Record<string, string>>
    let status: number
    try {
      ;({ status } = await outgoing.post({ url: endpoint, headers: texts, body }))
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error
      const reason = error.trouble === 'forbidden' ? 'unfit' : 'unexpected'
      throw new PushFailure(reason, `${hostOf(endpoint)} does not answer`, { cause: error })
    }
    if (isGone.has(status)) return 'gone'
    if (status >= 200 && status < 300) return 'taken'
    // It is one of many services: that it fails says nothing about the others, so only this notification waits.
    throw new PushFailure(
      status === 400 || status === 413 ? 'unfit' : 'unexpected',
      `${hostOf(endpoint)} answered ${status}`,
    )
  },
})

const hostOf = (endpoint: string) => URL.parse(endpoint)?.host ?? 'The push service'
