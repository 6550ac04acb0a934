import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { expect, test } from 'vitest'
import { inTopics, rowOf } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

// Reads a public channel before joining it. Mo is in none of the channels of the folder Product.

const story = stage()
const { send, addressOf } = inTopics(story)
const outside = 'You are not in this channel.'

const isIn = async (channel: 'design' | 'engine') => {
  const { people, channels } = story.world
  const { subscribers } = await people.olive.call(getSubscribers, { stream_id: channels[channel] })
  return subscribers.includes(people.mo.id)
}

test('topics and messages are read before one joins, and are asked for again when they are opened again', async () => {
  const page = await story.open('mo', { path: '/#channels/available' })
  await page.getByRole('main').getByRole('link', { name: 'design' }).click()
  await page.getByRole('heading', { level: 2, name: 'design' }).waitFor()
  const list = page.getByRole('region', { name: 'Conversations' })
  await list.getByRole('group', { name: outside }).waitFor()
  await rowOf(page, /^colors/).waitFor()
  await rowOf(page, /^logo/).click()
  await page.getByRole('article').filter({ hasText: 'The logo is round now.' }).waitFor()
  // The list beside the messages says it.
  expect(await page.getByRole('main').getByText(outside).count()).toBe(0)
  expect(await accessibilityProblems(page, '.list')).toEqual([])
  await send('otto', 'logo', 'Round and green')
  await send('otto', 'paper', 'A4 or A3?')
  await page.goto('/#inbox')
  await page.getByRole('heading', { level: 2, name: 'Inbox' }).waitFor()
  await page.goto(`/#topics/channel/${story.world.channels.design}`)
  await rowOf(page, /^paper/).waitFor()
  await rowOf(page, /^logo/).click()
  await page.getByRole('article').filter({ hasText: 'Round and green' }).waitFor()
  expect(await isIn('design')).toBe(false)
})

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)(
  '%s, one joins where one reads, by keys, and new messages come by themselves',
  async (_, size) => {
    const topic = size === phone ? 'keys on a phone' : 'keys'
    await send('otto', topic, 'Which keyboard?')
    const page = await story.open('mo', { path: addressOf(topic), ...size })
    await page.getByRole('article').filter({ hasText: 'Which keyboard?' }).waitFor()
    const bar = page.getByRole('group', { name: outside })
    await bar.getByText('New messages come by themselves once you join.').waitFor()
    expect(await accessibilityProblems(page, '.join-bar')).toEqual([])
    await bar.getByRole('button', { name: 'Join design' }).focus()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    await expect.poll(() => isIn('design')).toBe(true)
    await send('otto', topic, 'The quiet one')
    await page.getByRole('article').filter({ hasText: 'The quiet one' }).waitFor()
    const { mo } = story.world.people
    await mo.call(unsubscribe, { subscriptions: ['design'] })
    await bar.waitFor()
  },
)

test('the bar fits a width of 320 pixels, and Undo leads out of the channel again', async () => {
  await story.world.send('otto', { channel: 'engine', topic: 'gears' }, 'Oil them')
  const page = await story.open('mo', {
    path: `/#topics/channel/${story.world.channels.engine}`,
    ...phone,
    viewport: { width: 320, height: 640 },
  })
  const bar = page.getByRole('group', { name: outside })
  await bar.waitFor()
  const room = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(room[0]).toBe(room[1])
  await bar.getByRole('button', { name: 'Join engine' }).click()
  await expect.poll(() => isIn('engine')).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => isIn('engine')).toBe(false)
  await bar.waitFor()
})
