import type { Uses } from '#call/services.ts'
import { Refusal } from '#model/refusal.ts'
import type { PushSender } from '#ports/push-sender.ts'

/** Returns the push service. Refuses if the server has none. */
export function requirePushSender({ outside: { pushSender } }: Uses<'pushSender'>): PushSender {
  if (!pushSender)
    throw new Refusal(
      'PUSH_SERVICE_NOT_CONFIGURED',
      'This server is not configured to send mobile notifications: TAGMA_PUSH_RELAY_URL names no relay',
    )
  return pushSender
}
