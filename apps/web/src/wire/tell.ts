import type { ServerEvent } from '@tagma/client/server-event.ts'
import { type Message, othersOf } from '@tagma/sync/messages/message.ts'
import type { State } from '@tagma/sync/state.ts'
import { offerNotifications } from '#actions/offer-notifications.ts'
import { keptDevice } from '#kept/device-storage.ts'
import { ownPicture } from '#parts/avatar/initials.ts'
import { addressFor } from '#state/addresses.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { type Device, deviceFrom } from '#state/device.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { quietEnd } from '#state/quiet.ts'
import { snippetOf } from '#state/snippet.ts'
import { overBy, type Told, toldOf, unreadAmong } from '#state/told.ts'
import type { App } from '#state/use-app.ts'
import { locale, t } from '#words/words.ts'
import type { Sound } from './ring.ts'
import type { ScreenNotification, NotificationState } from './screen-notifications.ts'

/** Parts of the browser that a teller uses. */
export interface TellingPorts {
  readonly permission: () => NotificationState
  readonly show: (notification: ScreenNotification, onClick: () => void) => (() => void) | undefined
  readonly ring: (sound: Sound) => void
  /** Keys of the conversations that are in front of somebody, in any window. */
  readonly watched: () => Promise<ReadonlySet<string>>
  /** Whether this tab speaks for all tabs of the browser. */
  readonly isHolder: () => boolean
}

/** Milliseconds between two sounds. */
const silence = 1000

/** Tells of messages on the screen and by a sound, and takes back what was read elsewhere. */
export class Teller {
  readonly #app: App
  readonly #ports: TellingPorts
  readonly #shown = new Map<string, { readonly messageId: number; readonly close: () => void }>()
  #rangAt = Number.NEGATIVE_INFINITY

  constructor(app: App, ports: TellingPorts) {
    this.#app = app
    this.#ports = ports
  }

  /** Takes in events that the page's knowledge holds already. */
  async received(events: readonly ServerEvent[]): Promise<void> {
    this.#close(overBy(events, this.#ids()))
    const { state } = this.#app.store.get()
    if (!state || !events.some(({ type }) => type === 'message')) return
    const now = this.#app.clock.now()
    const watched = await this.#ports.watched()
    const told = toldOf(state, events, { now, isSeen: (key) => watched.has(key) })
    if (told.length === 0) return
    if (told.some(({ onScreen }) => onScreen) && this.#ports.permission() === 'default')
      offerNotifications(this.#app)
    if (!this.#ports.isHolder() || quietEnd(this.#device(), now) !== undefined) return
    for (const each of told) if (each.onScreen) this.#show(state, each)
    if (told.some(({ bySound }) => bySound) && now - this.#rangAt >= silence) {
      this.#rangAt = now
      this.#ports.ring(state.user_settings?.notification_sound ?? 'zulip')
    }
  }

  /** Takes in a registration: nobody knows which events were missed. */
  registered(state: State): void {
    const unread = new Set(unreadAmong(state, this.#ids()))
    this.#close(this.#ids().filter((id) => !unread.has(id)))
  }

  /** Another tab may have changed it. Without storage, each has its own. */
  #device(): Device {
    const kept = keptDevice()
    return kept === null ? this.#app.store.get().device : deviceFrom(kept)
  }

  #ids = (): number[] => [...this.#shown.values()].map(({ messageId }) => messageId)

  #show(state: State, told: Told): void {
    const { message, key } = told
    const close = this.#ports.show(notificationOf(state, told), () => {
      this.#shown.delete(key)
      this.#app.go(addressOfMessage(state, told))
    })
    if (close) this.#shown.set(key, { messageId: message.id, close })
  }

  #close(ids: readonly number[]): void {
    for (const [key, { messageId, close }] of this.#shown) {
      if (!ids.includes(messageId)) continue
      close()
      this.#shown.delete(key)
    }
  }
}

/** Returns the notification of a message: who wrote where, and the beginning of it where the settings let it be shown. */
export function notificationOf(state: State, { message, key }: Told): ScreenNotification {
  const people = peopleOf(state)
  const isHidden =
    message.stream_id === undefined && state.user_settings?.pm_content_in_desktop_notifications === false
  return {
    name: key,
    messageId: message.id,
    title: titleOf(state, message),
    text: isHidden ? t('shell.told-hidden') : snippetOf(message.content),
    icon: ownPicture(people.get(message.sender_id)?.avatar_url, location.origin) ?? '/apple-touch-icon.png',
    language: locale(),
  }
}

function titleOf(state: State, message: Message): string {
  const [sender = ''] = namesOf([message.sender_id], peopleOf(state), t('people.unknown'))
  if (message.stream_id !== undefined) {
    const to = { kind: 'topic', channelId: message.stream_id, topic: message.subject } as const
    return t('shell.told-in', { sender, place: destinationTitle(state, to) })
  }
  const userIds = othersOf(message, state.user_id ?? -1).filter((id) => id !== message.sender_id)
  return userIds.length === 0
    ? sender
    : t('shell.told-with', { sender, place: destinationTitle(state, { kind: 'people', userIds }) })
}

function addressOfMessage(state: State, { message }: Told): string {
  const ownId = state.user_id ?? -1
  const others = othersOf(message, ownId)
  return addressFor(state, {
    kind: 'conversation',
    conversation:
      message.stream_id === undefined
        ? { kind: 'direct', userIds: others.length > 0 ? others : [ownId] }
        : { kind: 'topic', channelId: message.stream_id, topic: message.subject },
    at: { near: message.id },
  })
}
