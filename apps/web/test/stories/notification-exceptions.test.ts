import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityProblems, sizes, stage } from '#test/story.ts'

// The settings of notifications list the channels and topics that differ from the general settings, and change them.

const story = stage()

const own = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

/** Returns Iris's settings of a channel on the server, in the order of the table. */
async function kept(channel: 'design' | 'engine') {
  const { people, channels } = story.world
  const { subscriptions = [] } = await people.iris.call(registerQueue, {
    fetch_event_types: ['subscription'],
  })
  const found = subscriptions.find(({ stream_id }) => stream_id === channels[channel])
  return own.map((property) => found?.[property])
}

const set = (values: Readonly<Partial<Record<(typeof own)[number], boolean>>>) =>
  story.world.people.iris.call(updateSubscriptionSettings, {
    subscription_data: Object.entries(values).map(([property, value]) => ({
      stream_id: story.world.channels.design,
      property: property as (typeof own)[number],
      value,
    })),
  })

const general = [false, false, false, false, true] as const

beforeEach(() => set(Object.fromEntries(own.map((property, at) => [property, general[at]!]))))

test.each(sizes)('a channel that differs is listed, changed and given back, %s', async (_, size) => {
  await set({ desktop_notifications: true, push_notifications: true })
  const page = await story.open('iris', { path: '/#settings/notifications', ...size })
  const table = page.getByRole('table', { name: 'Exceptions by channel' })
  const row = table.getByRole('row', { name: /design/ })
  await row.getByText('Differs: Screen and Phone').waitFor()
  expect(await row.getByRole('link', { name: 'design' }).getAttribute('href')).toBe(
    `#channels/${story.world.channels.design}/design/personal`,
  )
  expect(await table.getByRole('row', { name: /engine/ }).count()).toBe(0)
  await row.getByRole('switch', { name: 'design: Mail' }).click()
  await row.getByText('Differs: Screen, Phone, and Mail').waitFor()
  await expect.poll(() => kept('design')).toEqual([true, false, true, true, true])
  expect(await accessibilityProblems(page)).toEqual([])
  await row.getByRole('button', { name: 'As in general: design' }).click()
  await page.getByText('No channel differs from the table above.').waitFor()
  await expect.poll(() => kept('design')).toEqual(general)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByText('Differs: Screen, Phone, and Mail').waitFor()
  await expect.poll(() => kept('design')).toEqual([true, false, true, true, true])
})

test('a channel that is added stays in sight while nothing in it differs yet', async () => {
  const page = await story.open('iris', { path: '/#settings/notifications' })
  await page.getByText('No channel differs from the table above.').waitFor()
  await page.getByRole('combobox', { name: 'Channel', exact: true }).selectOption('engine')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('row', { name: /engine/ })
  await row.getByText('As in the table above').waitFor()
  const sound = row.getByRole('switch', { name: 'engine: Sound' })
  await sound.click()
  await row.getByText('Differs: Sound').waitFor()
  await expect.poll(async () => (await kept('engine'))[1]).toBe(true)
  await sound.click()
  await row.getByText('As in the table above').waitFor()
  await expect.poll(async () => (await kept('engine'))[1]).toBe(false)
})

test('a topic with its own choice is listed below, and can be changed', async () => {
  const { people, channels } = story.world
  await people.iris.call(updateUserTopic, {
    stream_id: channels.design,
    topic: 'logo',
    visibility_policy: visibilityPolicies.followed,
  })
  const page = await story.open('iris', { path: '/#settings/notifications' })
  const logo = page.getByRole('list', { name: 'Topics' }).getByRole('listitem').filter({ hasText: 'logo' })
  expect(await logo.getByRole('link').getAttribute('href')).toContain('/topic/logo')
  await logo.getByRole('combobox').selectOption('As the channel')
  await expect.poll(() => logo.count()).toBe(0)
})
