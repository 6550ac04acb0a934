import { createHmac } from 'node:crypto'
import { presentMessage } from '#areas/messages/present.ts'
import { productVersion } from '#config/product-version.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import type { OutgoingCall } from '#ports/outgoing-http.ts'
import { hookInterfaces } from './outgoing-rules.ts'

/** The service that a bot calls. */
export interface HookService {
  readonly base_url: string
  readonly interface: number
  readonly token: string
}

/** The message of a call, with those who take part in it if it is a direct one. */
export interface HookMessage {
  readonly row: MessageRow
  readonly participants: readonly number[]
}

interface About {
  readonly directory: OrganizationDirectory
  readonly bot: UserRecord
  readonly service: HookService
  readonly message: HookMessage
  readonly trigger: string
  /** Address of the organization. */
  readonly url: string
}

/** Makes the request that a receiver gets. `id` names the call: it is the same when the call is repeated. */
export function hookRequest(
  about: About,
  { id, now }: { readonly id: number; readonly now: number },
): OutgoingCall {
  const { service } = about
  const isSlack = service.interface === hookInterfaces.slack
  const body = isSlack ? slackBody(about) : genericBody(about)
  const signed = createHmac('sha256', service.token).update(`${id}.${now}.${body}`).digest('base64')
  return {
    url: service.base_url,
    body,
    headers: {
      'content-type': isSlack ? 'application/x-www-form-urlencoded' : 'application/json',
      'user-agent': `TagmaOutgoingWebhook/${productVersion}`,
      'webhook-id': String(id),
      'webhook-timestamp': String(now),
      'webhook-signature': `v1,${signed}`,
    },
  }
}

function genericBody({ directory, bot, service, message: { row, participants }, trigger }: About): string {
  const viewer = {
    user: bot,
    applyMarkdown: false,
    clientGravatar: false,
    allowEmptyTopicName: true,
    wantsLegacyEmojiType: false,
  }
  const message = presentMessage(
    directory,
    { row, participants: [...participants], reactions: [], submessages: [] },
    viewer,
  )
  return JSON.stringify({
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: row.content,
    message: { ...message, rendered_content: row.rendered },
    token: service.token,
    trigger,
  })
}

function slackBody({ directory, bot, service, message: { row }, trigger, url }: About): string {
  const sender = directory.users.get(row.sender_id)
  return new URLSearchParams({
    token: service.token,
    team_id: `T${directory.organization.id}`,
    team_domain: new URL(url).hostname,
    channel_id: `C${row.channel_id}`,
    channel_name: directory.channels.get(row.channel_id)?.name ?? '',
    thread_ts: String(row.conversation_id),
    timestamp: String(row.sent_at),
    user_id: `U${row.sender_id}`,
    user_name: sender?.fullName ?? '',
    text: row.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  }).toString()
}
