import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'
import { loseFocus, notedBy, noteTelling, openTelling } from '#test/telling.ts'

// Each setting of the screen and the loudspeaker: it is changed in one window, and another one shows and plays by it.

const story = stage()
const { addressOf, send } = inTopics(story)

interface Case {
  readonly setting: keyof UserSettings
  readonly way: 'screen' | 'sound'
  readonly message: 'direct' | 'topic' | 'followed' | 'everybody' | 'everybody followed'
}

const cases: readonly Case[] = [
  { setting: 'enable_desktop_notifications', way: 'screen', message: 'direct' },
  { setting: 'enable_sounds', way: 'sound', message: 'direct' },
  { setting: 'enable_followed_topic_desktop_notifications', way: 'screen', message: 'followed' },
  { setting: 'enable_followed_topic_audible_notifications', way: 'sound', message: 'followed' },
  { setting: 'enable_stream_desktop_notifications', way: 'screen', message: 'topic' },
  { setting: 'enable_stream_audible_notifications', way: 'sound', message: 'topic' },
  { setting: 'wildcard_mentions_notify', way: 'screen', message: 'everybody' },
  {
    setting: 'enable_followed_topic_wildcard_mentions_notify',
    way: 'screen',
    message: 'everybody followed',
  },
]

/** Everything off that tells; each case switches its own on and off. */
const quiet = {
  enable_desktop_notifications: false,
  enable_sounds: false,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: false,
  enable_followed_topic_audible_notifications: false,
  wildcard_mentions_notify: false,
  enable_followed_topic_wildcard_mentions_notify: false,
} as const

let count = 0

/** The settings as the server has them. */
const ownSettings = async (): Promise<Partial<UserSettings>> =>
  (
    await story.world.people.iris.call(registerQueue, {
      fetch_event_types: ['user_settings'],
      client_capabilities: { user_settings_object: true },
    })
  ).user_settings ?? {}

/** Whether something becomes true in the patience of a story. */
const becomesTrue = (check: () => Promise<boolean>) =>
  vi.waitUntil(check, { timeout: 30_000, interval: 50 }).then(
    () => true,
    () => false,
  )

/** Puts a page’s clock on by some seconds, because sounds keep a distance from each other. */
const passTime = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 10_000
  })

/** Sends the message that a setting decides about, and waits until the page has it. Returns its text. */
async function tell(page: Page, message: Case['message']): Promise<string> {
  const text = `Told ${count++}`
  if (message === 'direct') {
    await story.world.send('otto', ['iris'], text)
  } else {
    const content = message.startsWith('everybody') ? `@**all** ${text}` : text
    await send('otto', message.endsWith('followed') ? 'followed' : 'plain', content)
  }
  // The page that looks on has a message of later, too: it has decided about this one.
  await send('mia', 'seen', `After ${text}`)
  await articleOf(page, `After ${text}`).waitFor()
  return text
}

test('what is told on the screen and by a sound follows each setting at once', async () => {
  const { iris } = story.world.people
  await send('otto', 'seen', 'Before all')
  await send('otto', 'followed', 'Before all')
  await iris.call(updateUserTopic, {
    stream_id: story.world.channels.design,
    topic: 'followed',
    visibility_policy: 3,
  })
  const [page, settings] = await Promise.all([
    story.open('iris', { path: '/#recent' }),
    story.open('iris', { path: '/#settings/notifications' }),
  ])
  await noteTelling(page.context(), 'granted')
  await openTelling(page, addressOf('seen'))
  await loseFocus(page)
  const wrong: string[] = []
  for (const { setting, way, message } of cases) {
    // A message to everybody counts as a mention.
    await iris.call(updateSettings, {
      ...quiet,
      enable_desktop_notifications: message.startsWith('everybody'),
    })
    for (const isOn of [true, false]) {
      const control = settings.locator(`[data-setting="${setting}"]`)
      await control.setChecked(isOn)
      await expect.poll(async () => (await ownSettings())[setting]).toBe(isOn)
      await passTime(page)
      const before = await notedBy(page)
      const text = await tell(page, message)
      const isTold = async () => {
        const after = await notedBy(page)
        return way === 'screen'
          ? after.shown.slice(before.shown.length).some(([, body]) => body?.includes(text))
          : after.tones > before.tones
      }
      // The page decides when it shows a message, or just after.
      const isRight = isOn ? await becomesTrue(isTold) : !(await isTold())
      if (!isRight) wrong.push(`${setting}, ${isOn ? 'on' : 'off'}`)
    }
  }
  expect(wrong).toEqual([])
  await iris.call(updateSettings, { ...quiet, enable_sounds: true })
  const tones: number[] = []
  for (const sound of ['Ding', 'Chime', 'None']) {
    await settings.locator('[data-setting="notification_sound"]').selectOption(sound)
    const { notification_sound } = await ownSettings()
    await expect.poll(async () => (await ownSettings()).notification_sound).toBe(notification_sound)
    await passTime(page)
    const before = (await notedBy(page)).tones
    await tell(page, 'direct')
    tones.push((await notedBy(page)).tones - before)
  }
  expect(tones).toEqual([1, 3, 0])
})

test('Play plays the chosen sound, and nothing if none is chosen', async () => {
  const page = await story.open('mia', { path: '/#settings/notifications' })
  await noteTelling(page.context(), 'granted')
  await page.reload()
  const play = page.getByRole('button', { name: 'Play', exact: true })
  const sound = page.getByRole('combobox', { name: 'Sound', exact: true })
  const tones = async () => (await notedBy(page)).tones
  await sound.selectOption('None')
  await expect.poll(() => play.getAttribute('aria-disabled')).toBe('true')
  await play.click({ force: true })
  expect(await tones()).toBe(0)
  await sound.selectOption('Chime')
  await expect.poll(() => play.getAttribute('aria-disabled')).toBe('false')
  await play.click()
  expect(await tones()).toBe(3)
})
