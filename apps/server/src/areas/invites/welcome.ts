import type { Rendered } from '@tagma/markdown/render.ts'
import { renderContent, type RenderServices } from '#areas/messages/render/render-content.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { type Language, languageFor, wordsFor } from '#words/words.ts'

/** Message of a system bot to one person, rendered before the transaction that sends it. */
export interface BotMessage {
  readonly bot: UserRecord
  readonly content: string
  readonly rendered: Rendered
}

/**
 * Renders a system bot's message with the names that `reader` may know; without a reader, with names that everybody may
 * know.
 */
export async function botMessage(
  services: RenderServices,
  directory: OrganizationDirectory,
  bot: keyof typeof systemBots,
  content: string,
  reader?: UserRecord,
): Promise<BotMessage> {
  const sender = directory.userByEmail(systemBotEmail(systemBots[bot].key))
  if (!sender) throw new Error(`Organization ${directory.organization.id} has no ${bot} bot`)
  const rendered = await renderContent(services, directory, reader ?? sender, content)
  return { bot: sender, content, rendered }
}

/** Sends a system bot's message to one person; returns its id. */
export async function tellDirectly(
  tx: Tx,
  directory: OrganizationDirectory,
  { bot, content, rendered }: BotMessage,
  to: UserRecord,
): Promise<number> {
  const { id } = await sendMessage(tx, directory, {
    sender: bot,
    destination: { kind: 'direct', users: [bot, to] },
    content,
    rendered,
    client: 'Internal',
    readBySender: true,
  })
  return id
}

/**
 * Text of the welcome bot to newcomers: the invitation's, the organization's, or the built-in one in the newcomer's language.
 * Without a language, it speaks that of the organization.
 */
export function welcomeText(
  { organization }: OrganizationDirectory,
  invitation: { readonly welcomeText: string | null },
  language: Language | undefined,
): string {
  if (invitation.welcomeText !== null) return invitation.welcomeText
  const { name, settings } = organization
  return (
    settings.welcome_message_custom_text ||
    wordsFor(language ?? languageFor(settings.default_language), 'page.join.welcome', { organization: name })
  )
}
