import type { ServerEvent } from '@tagma/client/server-event.ts'
import { beforeEach, expect, test } from 'vitest'
import { newDevice } from '#state/device.ts'
import { Store } from '#state/store.ts'
import type { App } from '#state/use-app.ts'
import type { ScreenNotification, NotificationState } from './screen-notifications.ts'
import { Teller } from './tell.ts'

beforeEach(() => localStorage.clear())

const now = 1_700_000_000_000
const settings = { enable_desktop_notifications: true, enable_sounds: true, notification_sound: 'ding' }
const state = {
  user_id: 8,
  user_settings: settings,
  realm_users: [
    { user_id: 8, full_name: 'Iris' },
    { user_id: 10, full_name: 'Otto Lind', avatar_url: '/avatar/10' },
    { user_id: 11, full_name: 'Mia' },
  ],
  unread_msgs: { pms: [], huddles: [], streams: [] },
}

const direct = (id: number, content = '<p>Warm <b>grey</b>?</p>', people = [8, 10]) =>
  ({
    type: 'message',
    id,
    flags: [],
    message: {
      id,
      sender_id: 10,
      subject: '',
      content,
      timestamp: now / 1000,
      display_recipient: people.map((each) => ({ id: each })),
    },
  }) as unknown as ServerEvent

function given({ permission = 'granted', isHolder = true, watched = [] as string[], more = {} } = {}) {
  const store = new Store({ state: { ...state, ...more }, device: newDevice, toasts: [] } as never)
  const seen = {
    shown: [] as ScreenNotification[],
    closed: [] as string[],
    sounds: [] as string[],
    went: [] as string[],
  }
  const clicks = new Map<string, () => void>()
  const clock = { at: now, now: () => clock.at }
  const app = { store, clock, go: (address: string) => seen.went.push(address) } as unknown as App
  const teller = new Teller(app, {
    permission: () => permission as NotificationState,
    show(notification, onClick) {
      if (permission !== 'granted') return undefined
      seen.shown.push(notification)
      clicks.set(notification.name, onClick)
      return () => seen.closed.push(notification.name)
    },
    ring: (sound) => seen.sounds.push(sound),
    watched: async () => new Set(watched),
    isHolder: () => isHolder,
  })
  return { teller, seen, clicks, clock, app }
}

test('a direct message is shown with its writer and text, and heard; a click opens it', async () => {
  const { teller, seen, clicks } = given()
  await teller.received([direct(31)])
  expect(seen.shown).toEqual([
    {
      name: 'dm 10',
      messageId: 31,
      title: 'Otto Lind',
      text: 'Warm grey?',
      icon: `${location.origin}/avatar/10`,
      language: 'en',
    },
  ])
  expect(seen.sounds).toEqual(['ding'])
  clicks.get('dm 10')?.()
  expect(seen.went).toEqual(['#narrow/dm/8,10-dm/near/31'])
})

test('the text stays hidden if the settings say so, and a group is named', async () => {
  const more = { user_settings: { ...settings, pm_content_in_desktop_notifications: false } }
  const { teller, seen } = given({ more })
  await teller.received([direct(31), direct(32, '<p>Both of you</p>', [8, 10, 11])])
  expect(seen.shown.map(({ title, text }) => [title, text])).toEqual([
    ['Otto Lind', 'A direct message'],
    ['Otto Lind, with Mia', 'A direct message'],
  ])
})

test('only one tab speaks, none while the conversation is seen, and none while nobody wants to be disturbed', async () => {
  const other = given({ isHolder: false })
  const seeing = given({ watched: ['dm 10'] })
  await other.teller.received([direct(31)])
  await seeing.teller.received([direct(31)])
  localStorage.setItem('tagma device', JSON.stringify({ quietUntil: now + 1 }))
  const quiet = given()
  await quiet.teller.received([direct(31)])
  for (const { seen } of [other, seeing, quiet]) expect([seen.shown, seen.sounds]).toEqual([[], []])
  quiet.clock.at += 2
  await quiet.teller.received([direct(32)])
  expect(quiet.seen.shown).toHaveLength(1)
})

test('messages in a rush make one sound a second', async () => {
  const { teller, seen, clock } = given()
  await teller.received([direct(31), direct(32)])
  clock.at += 999
  await teller.received([direct(33)])
  expect(seen.sounds).toEqual(['ding'])
  clock.at += 1
  await teller.received([direct(34)])
  expect(seen.sounds).toEqual(['ding', 'ding'])
})

test('what is read elsewhere goes from the screen, by an event or by a new registration', async () => {
  const { teller, seen, app } = given()
  await teller.received([direct(31)])
  const read = { type: 'update_message_flags', op: 'add', flag: 'read', all: false, messages: [31] }
  await teller.received([read as unknown as ServerEvent])
  expect(seen.closed).toEqual(['dm 10'])
  await teller.received([direct(32)])
  teller.registered(app.store.get().state!)
  expect(seen.closed).toEqual(['dm 10', 'dm 10'])
})

test('notifications are offered once, by the first message that would have used them', async () => {
  const { teller, seen, app } = given({ permission: 'default' })
  document.hasFocus = () => true
  await teller.received([direct(31)])
  await teller.received([direct(32)])
  expect(app.store.get().toasts.map(({ action }) => action?.label)).toEqual(['Allow notifications'])
  expect(seen.shown).toEqual([])
  expect(seen.sounds).toEqual(['ding'])
})
