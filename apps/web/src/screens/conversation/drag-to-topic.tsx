import type { Message } from '@tagma/sync/messages/message.ts'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Spot } from '#actions/change-place.ts'
import { viewAt } from '#state/addresses.ts'
import { emojiFormOf } from '#state/emoji-form.ts'
import type { Moving } from '#state/moving.ts'
import { selectConversations } from '#state/selectors.ts'
import { snippetOf } from '#state/snippet.ts'
import { type App, useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { linkOf } from './quote.ts'

/**
 * Lets the mouse draw messages, by the picture or time beside them, and topics of a list, onto a topic or a channel. A
 * dialog asks before they move, and says why they cannot. Keys do the same by `m`. Draws nothing itself.
 */
export function DragToTopic({ page }: { readonly page: RefObject<HTMLElement | null> }) {
  const app = useApp()
  useEffect(() => {
    const shell = page.current
    if (!shell) return undefined
    const ending = new AbortController()
    const { signal } = ending
    let moving: Moving | undefined
    let over: HTMLElement | undefined
    const mark = (target: HTMLElement | undefined) => {
      if (target === over) return
      delete over?.dataset['drop']
      if (target) target.dataset['drop'] = ''
      over = target
    }
    const onEnd = () => {
      moving = undefined
      delete shell.dataset['dragging']
      mark(undefined)
    }
    // Only for a mouse: a finger that rests on something that can be drawn would draw it, and open no menu.
    const onPress = ({ target, pointerType }: PointerEvent) => {
      onEnd()
      const side = target instanceof Element ? target.closest<HTMLElement>('.message-side') : null
      if (side) side.draggable = pointerType === 'mouse'
    }
    const onStart = (event: DragEvent) => {
      moving = event.target instanceof Element ? movingFrom(app, event.target) : undefined
      if (moving) shell.dataset['dragging'] = ''
      if (moving && event.target instanceof Element && event.target.closest('.message-side'))
        drawMessage(app, event, moving)
    }
    const onOver = (event: DragEvent) => {
      const target = moving && targetAt(app, event.target, moving)
      mark(target?.element)
      if (!target) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
    }
    const onDrop = (event: DragEvent) => {
      const target = moving && targetAt(app, event.target, moving)
      if (!moving || !target) return
      event.preventDefault()
      app.store.set({ moving: { ...moving, to: target.to } })
    }
    shell.addEventListener('pointerdown', onPress, { signal })
    shell.addEventListener('dragstart', onStart, { signal })
    shell.addEventListener('dragover', onOver, { signal })
    shell.addEventListener('drop', onDrop, { signal })
    addEventListener('dragend', onEnd, { signal })
    return () => ending.abort()
  }, [app, page])
  return null
}

/** Returns what a drawn part of the page moves: a message, those that are selected, or a topic. */
function movingFrom(app: App, part: Element): Moving | undefined {
  const { messages, selected } = app.store.get()
  const row = part.closest<HTMLElement>('a.row')
  if (row) {
    const { key } = row.dataset
    const conversation = selectConversations(app.store.get()).find((each) => each.key === key)
    if (conversation?.channelId === undefined || conversation.lastId <= 0) return undefined
    const { channelId, topic, lastId } = conversation
    return { message: { id: lastId, stream_id: channelId, subject: topic }, mode: 'change_all' }
  }
  const id = Number(part.closest<HTMLElement>('article.message')?.dataset['id'])
  const message = messages.byId.get(id)
  if (message?.stream_id === undefined || id < 0 || !part.closest('.message-side')) return undefined
  if (!selected.has(id) || selected.size < 2) return { message, mode: 'change_one' }
  const several = [...selected].toSorted((a, b) => a - b)
  return { message: messages.byId.get(several[0]!) ?? message, several }
}

/** Shows a message in small under the pointer, and gives other programs its link. */
function drawMessage(app: App, { dataTransfer }: DragEvent, { message, several }: Moving): void {
  const known = app.store.get().messages.byId.get(message.id)
  if (!dataTransfer || !known) return
  const label = document.createElement('div')
  label.className = 'dragged'
  label.dir = 'auto'
  label.textContent = several ? t('message.selected', { count: several.length }) : textOf(app, known)
  document.body.append(label)
  dataTransfer.effectAllowed = 'copyMove'
  dataTransfer.setData('text/plain', linkOf(app, known))
  dataTransfer.setDragImage(label, 0, 0)
  // The browser takes its picture with this frame.
  requestAnimationFrame(() => label.remove())
}

const textOf = (app: App, { content }: Message) => snippetOf(content, emojiFormOf(app.store.get()))

/** Returns the topic or channel below the pointer, unless the messages are there already. */
function targetAt(
  app: App,
  part: EventTarget | null,
  { message }: Moving,
): { readonly element: HTMLElement; readonly to: Spot } | undefined {
  const element = part instanceof Element ? part.closest<HTMLElement>('.list a.row, .places a[href]') : null
  const address = element?.getAttribute('href')
  if (!element || !address) return undefined
  const to = spotOf(app, address, message.subject)
  const isSame = to?.channelId === message.stream_id && to?.topic === message.subject
  return to && !isSame ? { element, to } : undefined
}

/** A channel takes messages under the title that they have. */
function spotOf(app: App, address: string, topic: string): Spot | undefined {
  const view = viewAt(app.store.get().state, address)
  if (view.kind === 'conversation' && view.conversation.kind === 'topic') return view.conversation
  const isChannel = view.kind === 'topics' || view.kind === 'feed'
  return isChannel && view.channelId !== undefined ? { channelId: view.channelId, topic } : undefined
}
