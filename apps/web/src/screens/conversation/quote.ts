import type { Message } from '@tagma/sync/messages/message.ts'
import { sourceOf } from '#actions/edit-message.ts'
import { addressOfMessage } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** Returns the link of a message, for people to share. */
export const linkOf = (app: App, message: Message): string =>
  new URL(addressOfMessage(app.store.get().state, message), location.href).href

/** Returns the part of a message's text that is selected: nothing where none is, or where text beside it is selected, too. */
export function selectedPart({ id }: Message): DocumentFragment | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return undefined
  const range = selection.getRangeAt(0)
  const isInside = document.getElementById(`message-${id}-text`)?.contains(range.commonAncestorContainer)
  return isInside === true ? range.cloneContents() : undefined
}

/**
 * Returns Markdown that quotes a message, or a part of it, and names and links it. Rejects if the server does not give its
 * text.
 */
export async function quoteOf(app: App, message: Message, part?: DocumentFragment): Promise<string> {
  const source = part ? await markdownOf(part) : await sourceOf(app, message.id)
  const name = peopleOf(app.store.get().state).get(message.sender_id)?.full_name ?? ''
  const fence = '`'.repeat(Math.max(3, ...[...source.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)))
  const said = t('message.said', { name: `@_**${name}|${message.sender_id}**`, link: linkOf(app, message) })
  return `${said}\n${fence}quote\n${source}\n${fence}\n`
}

const markdownOf = async (part: DocumentFragment) =>
  (await import('#parts/composer/html-to-markdown.ts')).htmlToMarkdown(part)
