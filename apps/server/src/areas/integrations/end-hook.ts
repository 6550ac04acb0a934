import type { Buttons } from '@tagma/contract/objects/buttons.ts'
import { fenced } from '@tagma/integrations/quote.ts'
import { shortened } from '@tagma/integrations/safe-text.ts'
import { audienceOfMessages } from '#areas/messages/audience.ts'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { messageLink } from '#areas/messages/send/message-link.ts'
import type { Destination } from '#areas/messages/send/resolve-destination.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertSubmessage } from '#store/messages/submessages.ts'
import { keepFailure } from '#store/notifying/failed-hooks.ts'
import { deleteFromOutbox, type OutboxRow } from '#store/notifying/outbox.ts'
import type { HookMessage, HookService } from './hook-request.ts'

/** A call of an outgoing webhook, with all that is known about it. */
export interface Hooked {
  readonly row: OutboxRow<'outgoing_hooks'>
  readonly directory: OrganizationDirectory
  readonly bot: UserRecord
  readonly service: HookService
  readonly message: HookMessage
}

/** The end of a call. `shown` is said where the bot was called; `reason` and `text` go to its owner. */
export type Ending =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'say'; readonly content: string; readonly buttons?: Buttons }
  | { readonly kind: 'failed'; readonly shown: string; readonly reason?: string; readonly text?: string }

/** Most letters of a receiver's answer that the owner is shown. */
const longestShown = 1000

/** Posts what came of a call, and takes it out of the outbox in the same commit: nothing is said twice. */
export async function endHook(services: Services, hooked: Hooked, ending: Ending): Promise<void> {
  const { row, directory } = hooked
  const said =
    ending.kind === 'say' ? ending.content : ending.kind === 'failed' ? `Failure! ${ending.shown}` : ''
  const buttons = ending.kind === 'say' ? ending.buttons : undefined
  // Buttons in the answer to a button take the place of those that it is one of.
  const isPressed = row.trigger === 'action'
  const answer =
    said === ''
      ? undefined
      : await prepare(
          services,
          hooked,
          { text: said, buttons: isPressed ? undefined : buttons },
          answerPlace(hooked),
        )
  const told =
    ending.kind === 'failed' && ending.reason !== undefined
      ? await prepare(
          services,
          hooked,
          { text: ownersText(hooked, ending.reason, ending.text) },
          ownersPlace(hooked),
        )
      : undefined
  try {
    await services.data.transact(directory.organization.id, async (tx) => {
      if (isPressed && buttons) await changeButtons(tx, hooked, buttons)
      await answer?.(tx, 'answer')
      await told?.(tx, 'owner')
      if (ending.kind === 'failed') await keepFailure(tx, { ...row, problem: ending.reason ?? ending.shown })
      await deleteFromOutbox(tx, 'outgoing_hooks', row.id)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The bot may not write there: its owner can change that.
    const problem = `its answer could not be posted: ${error.message}`
    const text = ownersText(hooked, problem)
    const instead = answer && (await prepare(services, hooked, { text }, ownersPlace(hooked)))
    await services.data.transact(directory.organization.id, async (tx) => {
      await instead?.(tx, 'owner')
      await keepFailure(tx, { ...row, problem })
      await deleteFromOutbox(tx, 'outgoing_hooks', row.id)
    })
  }
}

type Posting = (tx: Tx, name: 'answer' | 'owner') => Promise<void>

/** Renders a message of the bot; the function that it returns sends it. */
async function prepare(
  services: Services,
  { row, directory, bot }: Hooked,
  { text, buttons }: { readonly text: string; readonly buttons?: Buttons | undefined },
  destination: Destination | undefined,
): Promise<Posting | undefined> {
  if (!destination) return undefined
  const content = writable(text)
  const rendered = await renderContent(services, directory, bot, content)
  return async (tx, name) => {
    await sendMessage(tx, directory, {
      sender: bot,
      destination,
      content,
      rendered,
      buttons,
      client: 'OutgoingWebhookResponse',
      readBySender: true,
      local: { queue_id: 'hook', local_id: `${row.id} ${name}` },
    })
  }
}

const writable = (text: string) => shortened(text.toWellFormed().replaceAll('\0', '').trim())

/** Puts other buttons in place of those of which one was pressed. */
async function changeButtons(
  tx: Tx,
  { directory, bot, message: { row } }: Hooked,
  buttons: Buttons,
): Promise<void> {
  const { id: submessage_id, ...step } = await insertSubmessage(tx, {
    message_id: row.id,
    sender_id: bot.id,
    msg_type: 'widget',
    content: JSON.stringify(buttons),
  })
  tx.emit(
    { type: 'submessage', ...step, submessage_id },
    await audienceOfMessages(tx.db, directory, row, [row.id], bot.id),
  )
}

function answerPlace({ directory, bot, message: { row, participants } }: Hooked): Destination | undefined {
  if (row.channel_id === 0) {
    const users = [...new Set([...participants, bot.id])].flatMap((id) => directory.users.get(id) ?? [])
    return { kind: 'direct', users }
  }
  const channel = directory.channels.get(row.channel_id)
  return channel && { kind: 'channel', channel, topic: row.topic, isReadable: true }
}

function ownersPlace({ directory, bot }: Hooked): Destination | undefined {
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  return owner?.isActive ? { kind: 'direct', users: [owner, bot] } : undefined
}

function ownersText(
  { directory, bot, message: { row, participants } }: Hooked,
  reason: string,
  text = '',
): string {
  const link = messageLink(directory, row, participants)
  const shown = text.trim() === '' ? '' : `\n\n${fenced('', text.slice(0, longestShown))}`
  return `[A message](${link}) called the outgoing webhook of your bot @_**${bot.fullName}|${bot.id}**, and that failed: ${reason}${shown}`
}
