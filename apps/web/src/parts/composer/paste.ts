import type { View } from '@tagma/contract/address.ts'
import { inertNodes } from '#parts/messages/clean-html.ts'
import { linked, placed } from './format.ts'
import { isFormatted } from './is-formatted.ts'
import { apply, writtenIn } from './written.ts'

interface PasteParts {
  /** Returns the link of Markdown for an address of this organization, or undefined. */
  readonly linkFor: (address: string) => string | undefined
  readonly addFiles: (files: readonly File[]) => void
}

/** Takes what is pasted into a box: files, links, formatted text. Leaves plain text to the browser. */
export function paste(event: ClipboardEvent, { linkFor, addFiles }: PasteParts): void {
  const { clipboardData: data, currentTarget } = event
  if (!data || !(currentTarget instanceof HTMLTextAreaElement)) return
  const box = currentTarget
  const text = data.getData('text/plain')
  const files = [...data.files]
  // Office programs put a picture of the text beside the text.
  if (files.length > 0 && text === '') {
    event.preventDefault()
    addFiles(files)
    return
  }
  const written = writtenIn(box)
  if (/^https?:\/\/\S+$/.test(text.trim())) {
    const address = text.trim()
    const inner = linkFor(address)
    const selected = written.text.slice(written.start, written.end)
    if (selected.trim() !== '' && !/^https?:/.test(selected)) {
      event.preventDefault()
      apply(box, linked(written, address))
    } else if (inner !== undefined) {
      event.preventDefault()
      pasteTwice(box, address, inner)
    }
    return
  }
  const html = data.getData('text/html')
  if (html === '') return
  const nodes = inertNodes(html)
  if (!isFormatted(nodes)) return
  event.preventDefault()
  void pasteFormatted(box, text, nodes)
}

/** Puts the plain text in, and the Markdown in its place as soon as the code for it is loaded. */
async function pasteFormatted(box: HTMLTextAreaElement, plain: string, nodes: ParentNode): Promise<void> {
  const first = placed(writtenIn(box), plain)
  apply(box, first)
  const { value } = box
  // Without a network, the plain text stays.
  const loaded = await import('./html-to-markdown.ts').catch(() => undefined)
  const markdown = loaded?.htmlToMarkdown(nodes) ?? ''
  if (markdown === '' || markdown === plain.trim() || box.value !== value) return
  const after = { text: value, start: first.from, end: first.from + first.insert.length }
  apply(box, placed(after, markdown))
}

/** Puts the plain text in first, so that Ctrl+Z leads back to it. */
function pasteTwice(box: HTMLTextAreaElement, plain: string, formatted: string): void {
  const before = writtenIn(box)
  const first = placed(before, plain)
  apply(box, first)
  const after = { text: box.value, start: first.from, end: first.from + first.insert.length }
  apply(box, placed(after, formatted))
}

/** Returns the link to a conversation of this organization, as messages write it. */
export function linkToView(
  view: View,
  channelName: (channelId: number) => string | undefined,
): string | undefined {
  if (view.kind === 'feed' && view.channelId !== undefined && !view.at) {
    const name = channelName(view.channelId)
    return name === undefined ? undefined : `#**${name}**`
  }
  if (view.kind !== 'conversation' || view.conversation.kind !== 'topic') return undefined
  const { channelId, topic } = view.conversation
  const name = channelName(channelId)
  // These would end the link, or begin another part of it.
  if (name === undefined || /[*>`]/.test(name) || /[*`]|@\d+$/.test(topic)) return undefined
  const near = view.at && 'near' in view.at ? `@${view.at.near}` : ''
  return `#**${name}>${topic}${near}**`
}
