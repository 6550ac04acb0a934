import type { View } from '@tagma/contract/address.ts'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { loadSingle } from '#actions/load-single.ts'
import { afterPaint } from '#parts/after-paint.ts'
import { insideAddress } from '#parts/messages/inside-address.ts'
import { aboutAddress, presentView } from '#screens/conversation/about-address.ts'
import { namesOf, topicName } from '#screens/conversation/conversation-title.ts'
import { viewAt } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import type { Known } from '#state/known.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** The most messages that one call asks for, to learn where their conversations went. */
const atATime = 100

/**
 * Gives links to conversations, within messages, the present title of the conversation, with ✔ if it is resolved. It replaces
 * an address, or the title at the time of writing. Says on a link what stands behind it, when somebody points at it or comes
 * to it by keys. Draws nothing.
 */
export function LinkTitles({ page }: { readonly page: RefObject<HTMLElement | null> }) {
  const app = useApp()
  const { store } = app
  useEffect(() => {
    const shell = page.current
    if (!shell) return undefined
    const asked = new Set<number>()
    let endLook: (() => void) | undefined
    const look = () => {
      endLook = undefined
      const known = store.get()
      const missing = new Set<number>()
      for (const link of shell.querySelectorAll<HTMLAnchorElement>(linksInside)) {
        const id = messageOf(viewAt(known.state, addressIn(link)))
        if (id !== undefined && !known.messages.byId.has(id) && !asked.has(id)) missing.add(id)
        const title = titleFor(known, link)
        if (title !== undefined && title !== link.textContent) link.textContent = title
      }
      if (missing.size === 0 || isSpectator(known) || known.connection.state !== 'live') return
      const ids = [...missing].slice(0, atATime)
      for (const id of ids) asked.add(id)
      // Without an answer, a link keeps the title that it was written with.
      loadSingle(app, ids).catch(() => undefined)
    }
    const lookLater = () => (endLook ??= afterPaint(look))
    let last = store.get()
    const unsubscribe = store.subscribe(() => {
      const before = last
      last = store.get()
      if (last.messages.byId !== before.messages.byId || last.state !== before.state) lookLater()
    })
    const changes = new MutationObserver(lookLater)
    changes.observe(shell, { childList: true, subtree: true })
    look()
    const ending = new AbortController()
    const describe = ({ target }: Event) => describeLink(store.get(), target)
    for (const type of ['pointerover', 'focusin'])
      shell.addEventListener(type, describe, { signal: ending.signal })
    return () => {
      ending.abort()
      endLook?.()
      unsubscribe()
      changes.disconnect()
    }
  }, [app, page])
  return null
}

/** Leaves what stands behind a link for its tooltip. */
function describeLink(known: Known, target: EventTarget | null): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(linksWithin)
  const address = link ? insideAddress(link.href, location.href) : undefined
  const about = address === undefined ? undefined : aboutAddress(known, address)
  if (link && about !== undefined) link.dataset['tip'] = about
}

const linksWithin = '.message-html a[href]:not([data-act])'
const linksInside = '.message-html a[href^="#"]:not([data-act])'

const addressIn = (link: HTMLAnchorElement): string => link.getAttribute('href') ?? ''

/** Returns the id of the message by which an address finds its conversation after it was moved. */
function messageOf(view: View): number | undefined {
  const at = view.kind === 'conversation' ? view.at : undefined
  return at && ('near' in at ? at.near : 'with' in at ? at.with : undefined)
}

/** Returns the title for a link to a conversation; undefined if somebody gave the link its own words. */
function titleFor(known: Known, link: HTMLAnchorElement): string | undefined {
  const isOfServer = link.matches('.stream-topic, .message-link')
  if (!isOfServer && !isAddress(link)) return undefined
  const address = addressIn(link)
  const view = presentView(known, address)
  if (view.kind !== 'conversation') return undefined
  const { conversation } = view
  const isOfMessage = 'near' in (viewAtOf(known, address) ?? {})
  if (conversation.kind === 'direct') {
    link.dataset['titled'] = ''
    return withMessage(namesOf(known.state, conversation.userIds), isOfMessage)
  }
  const channel = channelById(known.state, conversation.channelId)
  if (!channel) return undefined
  link.dataset['titled'] = ''
  const topic = topicName(known.state, conversation.topic)
  return withMessage(t('conversation.channel-and-topic', { channel: channel.name, topic }), isOfMessage)
}

function viewAtOf(known: Known, address: string) {
  const view = viewAt(known.state, address)
  return view.kind === 'conversation' ? view.at : undefined
}

/** Marks a link to a message as the server does. */
const withMessage = (title: string, isOfMessage: boolean) => (isOfMessage ? `${title} @ 💬` : title)

/** Whether a link shows its address, or a title that has replaced it. */
function isAddress(link: HTMLAnchorElement): boolean {
  if (link.dataset['titled'] !== undefined) return true
  const text = link.textContent.trim()
  return /^(?:https?:|\/?#)/.test(text) && insideAddress(text, location.href) === addressIn(link)
}
