import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inTopics, rowOf } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage, widths } from '#test/story.ts'

// Finding a conversation again in lists.

const story = stage()
const { send } = inTopics(story)

const listOf = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const filterOf = (page: Page, name: string) => listOf(page).getByRole('button', { name, exact: true })
const titlesOf = (page: Page) => listOf(page).locator('.row-title').allTextContents()

test.each(widths)('%s, recent says who takes part, and its filters find one’s own', async (_, size) => {
  const name = size === phone ? 'mia' : 'iris'
  const topic = `plans of ${name}`
  await send(name, topic, 'I begin')
  await send('otto', topic, 'I answer')
  await send('otto', `without ${name}`, 'Alone')
  await send('otto', `hushed ${name}`, 'Quiet')
  await story.world.people[name].call(updateUserTopic, {
    stream_id: story.world.channels.design,
    topic: `hushed ${name}`,
    visibility_policy: visibilityPolicies.muted,
  })
  await story.world.send('otto', [name], 'Hello')
  const page = await story.open(name, { path: '/#recent', ...size })
  await rowOf(page, `with Otto Lindqvist`).filter({ hasText: topic }).waitFor()
  expect(await titlesOf(page)).not.toContain(`hushed ${name}`)
  await filterOf(page, 'Mine').click()
  await expect.poll(() => titlesOf(page)).toEqual(expect.arrayContaining([topic, 'Otto Lindqvist']))
  await expect.poll(() => titlesOf(page)).not.toContain(`without ${name}`)
  const more = async (entry: string, role: 'menuitemradio' | 'menuitemcheckbox') => {
    await filterOf(page, 'More filters').click()
    await page.getByRole(role, { name: entry }).click()
  }
  await more('Direct', 'menuitemradio')
  await expect.poll(() => titlesOf(page)).toEqual(['Otto Lindqvist'])
  expect(await filterOf(page, 'Direct').getAttribute('aria-pressed')).toBe('true')
  await filterOf(page, 'All').click()
  await more('Muted ones too', 'menuitemcheckbox')
  await expect.poll(() => titlesOf(page)).toContain(`hushed ${name}`)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('*Mine* finds a topic in which one wrote long ago', async () => {
  await send('mia', 'long ago', 'I was here')
  await send('otto', 'long ago', 'So was I')
  // More than the newest messages that a page begins with.
  for (let at = 0; at < 420; at += 60)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        story.world.send('otto', { channel: 'design', topic: 'noise' }, `${at + n}`),
      ),
    )
  const page = await story.open('mia', { path: '/#recent' })
  await listOf(page).waitFor()
  await filterOf(page, 'Mine').click()
  await rowOf(page, /long ago/).waitFor()
  await expect.poll(() => titlesOf(page)).not.toContain('noise')
})

test('a list of direct messages says who is there, and how they are', async () => {
  const { otto } = story.world.people
  await story.world.send('otto', ['mia'], 'Lunch?')
  await otto.call(updateStatus, { status_text: 'On the train' })
  const other = await story.open('otto', { path: '/#inbox' })
  await listOf(other).waitFor()
  const page = await story.open('mia', { path: '/#narrow/is/dm' })
  const row = rowOf(page, /Otto Lindqvist/)
  await row.getByText('here', { exact: true }).waitFor({ state: 'attached' })
  await expect.poll(() => row.textContent()).toContain('On the train')
})
