import { createHmac } from 'node:crypto'
import type { GivenCommand } from '@tagma/contract/objects/bot-command.ts'
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

/** A message that a bot is called about. `participants`: user ids of its conversation, if it is a direct message. */
export interface HookMessage {
  readonly row: MessageRow
  readonly participants: readonly number[]
}

/** Details of a call: the command, or the button and who pressed it. */
interface HookDetails {
  readonly command?: GivenCommand
  readonly action?: string
  readonly user_id?: number
}

interface About {
  readonly directory: OrganizationDirectory
  readonly bot: UserRecord
  readonly service: HookService
  readonly message: HookMessage
  readonly trigger: string
  /** JSON of the command, or of the button and who pressed it. */
  readonly details: string | null
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

function genericBody({
  directory,
  bot,
  service,
  message: { row, participants },
  trigger,
  details,
}: About): string {
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
    ...detailsOf(details, row),
  })
}

/** Fields of a call for a command or a button. */
function detailsOf(details: string | null, { id }: MessageRow): object {
  const known = details === null ? {} : (JSON.parse(details) as HookDetails)
  return known.action === undefined ? known : { ...known, message_id: id }
}

function slackBody({ directory, bot, service, message: { row }, trigger, details, url }: About): string {
  const { command, action, user_id } = details === null ? {} : (JSON.parse(details) as HookDetails)
  const sender = directory.users.get(user_id ?? row.sender_id)
  return new URLSearchParams({
    token: service.token,
    team_id: `T${directory.organization.id}`,
    team_domain: new URL(url).hostname,
    channel_id: `C${row.channel_id}`,
    channel_name: directory.channels.get(row.channel_id)?.name ?? '',
    thread_ts: String(row.conversation_id),
    timestamp: String(row.sent_at),
    user_id: `U${user_id ?? row.sender_id}`,
    user_name: sender?.fullName ?? '',
    text: action ?? command?.text ?? row.content,
    trigger_word: command ? `/${command.name}` : trigger,
    service_id: String(bot.id),
    ...(command ? { command: `/${command.name}` } : {}),
  }).toString()
}
