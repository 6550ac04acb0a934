import * as wire from '@tagma/contract/wire.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '../story.ts'

const story = stage()

const openTopic = async (topic: string, options = {}): Promise<Page> => {
  const page = await story.open('iris', {
    path: `/#narrow/channel/${story.world.channels.design}/topic/${topic}`,
    ...options,
  })
  await page.getByRole('heading', { level: 1, name: topic }).waitFor()
  return page
}
const aside = (page: Page, name: string) => page.getByRole('complementary', { name })

test('About says who began a topic, and lists its files, links and starred messages as they come', async () => {
  const { world } = story
  await world.send('otto', { channel: 'design', topic: 'plan' }, 'See [the plan](https://plan.example.org/1)')
  const page = await openTopic('plan')
  await page.getByRole('button', { name: 'About and people' }).click()
  const about = aside(page, 'About')
  await about.getByText('Begun by Otto Lindqvist').waitFor()
  expect(await about.getByRole('link', { name: 'the plan' }).getAttribute('href')).toBe(
    'https://plan.example.org/1',
  )
  await about.getByText('1 message', { exact: true }).waitFor()
  const id = await world.send('mia', { channel: 'design', topic: 'plan' }, 'Worth keeping')
  await about.getByText('2 messages').waitFor()
  await world.people.iris.call(wire.updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  await about.getByRole('heading', { name: 'Starred by you' }).waitFor()
  await about.getByText('Worth keeping').waitFor()
  expect(await accessibilityProblems(page, '.aside')).toEqual([])
  // A wide window remembers it.
  await page.reload()
  await about.getByText('2 messages').waitFor()
})

test('of a long conversation the server says what began it and what it holds', async () => {
  const { world } = story
  await world.send('mia', { channel: 'design', topic: 'colors' }, 'https://grey.example.org/')
  const page = await openTopic('colors')
  await page.getByRole('button', { name: 'About and people' }).click()
  const about = aside(page, 'About')
  await about.getByText('Begun by Iris Okafor').waitFor()
  const link = about.getByRole('link', { name: 'https://grey.example.org/' })
  expect(await link.getAttribute('href')).toBe('https://grey.example.org/')
})

test('w filters people: those of the conversation first, then its channel, then everybody', async () => {
  const page = await openTopic('logo')
  await page.getByRole('article').first().focus()
  await page.keyboard.press('w')
  const people = aside(page, 'People')
  const filter = people.getByRole('searchbox', { name: 'Filter people' })
  await expect.poll(() => filter.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await people.getByRole('heading').allTextContents()).toEqual([
    'In this conversation 1',
    'In #design 2',
    'Everybody else 3',
  ])
  await page.keyboard.type('lind')
  await expect.poll(() => people.getByRole('link').count()).toBe(1)
  await people.getByRole('link', { name: 'Otto Lindqvist' }).click()
  await page.getByRole('heading', { level: 1, name: 'Otto Lindqvist' }).waitFor()
})

test('on a phone it covers the conversation, and Back to it is one tap or Escape', async () => {
  const page = await openTopic('logo', phone)
  const open = page.getByRole('button', { name: 'About and people' })
  await open.click()
  await aside(page, 'About').getByText('Begun by Iris Okafor').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await aside(page, 'About').getByRole('button', { name: 'Close' }).click()
  await aside(page, 'About').waitFor({ state: 'detached' })
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
  await open.click()
  await page.keyboard.press('Escape')
  await aside(page, 'About').waitFor({ state: 'detached' })
})
