import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { plainText } from '#state/snippet.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import type { Reader } from './reader.ts'

export interface AnnouncementsProps {
  /** Names the conversation: another one begins in silence. */
  readonly conversation: string
  readonly ids: readonly number[]
  readonly find: (id: number) => Message | undefined
  readonly hasNewest: boolean
  readonly reader: Reader
  /** The name of the log, and a sentence in it: where other logs stand beside this one, they name the conversation. */
  readonly name?: string | undefined
  readonly say?: ((text: string) => string) | undefined
}

/** Milliseconds in which several messages are spoken of as one. */
const together = 2000
/** Number of lines in the log. A screen reader can go back to them. */
const most = 20

/**
 * Speaks the new messages of the open conversation, and nothing else: neither its history when it loads nor what one writes
 * oneself.
 */
export function Announcements(props: AnnouncementsProps) {
  const { conversation, ids, find, hasNewest, reader, name = t('message.announcements'), say } = props
  const [lines, setLines] = useState<readonly { readonly id: number; readonly text: string }[]>([])
  const heard = useRef<{ conversation: string; last: number } | undefined>(undefined)
  const waiting = useRef<readonly Message[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ reader, say })
  latest.current = { reader, say }
  useEffect(() => {
    const last = ids.at(-1) ?? 0
    const before = heard.current
    // Without the newest message, later ones are history that was not loaded yet.
    heard.current = hasNewest ? { conversation, last } : undefined
    if (!hasNewest || before?.conversation !== conversation) return
    const came = ids
      .slice(ids.findLastIndex((id) => id <= before.last) + 1)
      .flatMap((id) => find(id) ?? [])
      .filter(({ sender_id }) => sender_id !== latest.current.reader.userId)
    if (came.length === 0) return
    waiting.current = [...waiting.current, ...came]
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const spoken = waiting.current
      waiting.current = []
      const id = spoken.at(-1)?.id ?? 0
      const sentence = announcementOf(spoken, latest.current.reader)
      const text = latest.current.say?.(sentence) ?? sentence
      setLines((known) => [...known, { id, text }].slice(-most))
    }, together)
  }, [conversation, ids, hasNewest])
  useEffect(() => {
    waiting.current = []
    setLines([])
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [conversation])
  return (
    <div class="hidden-visually" role="log" aria-live="polite" aria-label={name}>
      {lines.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

/** Returns the sentence about messages that came: the text of one, or the number and the senders of several. */
export function announcementOf(messages: readonly Message[], { nameOf }: Pick<Reader, 'nameOf'>): string {
  const names = [...new Set(messages.map(({ sender_id }) => sender_id))].map(
    (id) => nameOf(id) ?? t('message.unknown-person'),
  )
  const [only] = messages
  if (messages.length > 1 || !only)
    return t('message.announce-many', { count: messages.length, names: listOf(names) })
  return t('message.announce', { name: names[0] ?? '', text: plainText(only.content) })
}
