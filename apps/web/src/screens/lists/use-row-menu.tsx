import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { Bell, BellOff, BellRing, CheckCheck, Link } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { shareLink, sharesLinks } from '#actions/copy-text.ts'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { heardPolicy, setTopicPolicy } from '#actions/set-topic-policy.ts'
import { isMac } from '#keys/follow-keys.ts'
import { keysOf } from '#keys/key-map.ts'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import { type Point, useLongPress } from '#parts/menu/use-long-press.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import type { Conversation } from '#state/conversations.ts'
import { narrowOf } from '#state/message-window.ts'
import { selectConversations } from '#state/selectors.ts'
import { type App, useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface Opened {
  readonly conversation: Conversation
  readonly anchor: Element | Point
}

/** Opens the menu of a row in a list: by the other button, a finger that rests on it, or the key `i`. */
export function useRowMenu(region: RefObject<HTMLElement | null>) {
  const app = useApp()
  const [opened, setOpened] = useState<Opened>()
  const open = (target: EventTarget | null, point?: Point): boolean => {
    const row = target instanceof Element ? target.closest<HTMLElement>('a.row') : null
    const key = row?.dataset['key']
    const conversation = selectConversations(app.store.get()).find((each) => each.key === key)
    if (!row || !conversation) return false
    setOpened({ conversation, anchor: point ?? row })
    return true
  }
  const press = useLongPress({ open, isOwn: () => false })
  useEffect(() => {
    const list = region.current
    const onKey = (event: KeyboardEvent) => {
      if (keysOf(event, isMac()) !== 'I' || !app.store.get().device.hasSingleKeys) return
      if (open(event.target)) event.preventDefault()
    }
    list?.addEventListener('keydown', onKey)
    return () => list?.removeEventListener('keydown', onKey)
  }, [region])
  const menu: ComponentChildren = opened && (
    <Menu
      label={t('list.actions')}
      anchor={opened.anchor}
      entries={entriesOf(app, opened.conversation)}
      onClose={() => setOpened(undefined)}
    />
  )
  return { press, menu }
}

function entriesOf(app: App, conversation: Conversation): readonly MenuEntry[] {
  const { channelId, topic, unread, lastId } = conversation
  const { state } = app.store.get()
  const ownId = state?.user_id ?? -1
  const view = viewOf(conversation, ownId)
  if (view.kind !== 'conversation') return []
  const markRead: MenuEntry = {
    label: t('list.mark-read'),
    icon: CheckCheck,
    reason: unread === 0 ? t('list.nothing-unread') : undefined,
    onChoose: () => void markNarrowRead(app, narrowOf(view, ownId)),
  }
  const copyLink: MenuEntry = {
    label: t(sharesLinks() ? 'conversation.share-link' : 'conversation.copy-link'),
    icon: Link,
    onChoose: () => {
      const at = channelId === undefined ? {} : { at: { with: lastId } }
      const { href } = new URL(addressFor(state, { ...view, ...at }), location.href)
      void shareLink(app, href)
    },
  }
  if (channelId === undefined) return [markRead, copyLink]
  return [markRead, ...policyEntries(app, { channelId, topic }, conversation), copyLink]
}

function policyEntries(
  app: App,
  place: { readonly channelId: number; readonly topic: string },
  { isFollowed, isMuted }: Conversation,
): readonly MenuEntry[] {
  const { inherit, muted, followed } = visibilityPolicies
  const set = (policy: 0 | 1 | 2 | 3) => () => void setTopicPolicy(app, place, policy)
  return [
    {
      label: t(isFollowed ? 'conversation.unfollow' : 'conversation.follow'),
      icon: isFollowed ? Bell : BellRing,
      onChoose: set(isFollowed ? inherit : followed),
    },
    {
      label: t(isMuted ? 'conversation.unmute' : 'conversation.mute'),
      icon: isMuted ? Bell : BellOff,
      onChoose: set(isMuted ? heardPolicy(app, place.channelId) : muted),
    },
  ]
}
