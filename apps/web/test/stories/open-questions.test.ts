import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { headingOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'
import { makeWorld } from '#test/world.ts'

const story = stage({}, makeWorld)
const { send } = inTopics(story)

const row = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })

test('a mention and a direct message wait for an answer; an own question for that of others', async () => {
  const { world } = story
  await send('otto', 'paint', '@**Iris Okafor** the grey one, please')
  await world.send('otto', ['iris'], 'The keys, please')
  const asked = await send('iris', 'printer', 'Which printer paper?')
  await send('iris', 'lunch', '/poll Where do we eat?\nHere')
  const page = await story.open('iris')
  // Keys act once the page stands.
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  await page.keyboard.press('d')
  await headingOf(page, 'Later').waitFor()
  await page.getByRole('link', { name: /^To answer/ }).focus()
  await page.keyboard.press('Enter')
  await row(page, 'The keys, please').waitFor()
  await row(page, 'the grey one').waitFor()
  const later = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Later' })
  await expect.poll(() => later.getAttribute('aria-current')).toBe('page')

  await send('iris', 'paint', 'Here it is')
  await row(page, 'the grey one').waitFor({ state: 'detached' })
  const done = row(page, 'The keys, please').getByRole('button', { name: 'Done' })
  await done.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing waits for your answer.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'The keys, please').waitFor()
  await done.click()
  await page.getByText('Nothing waits for your answer.').waitFor()
  await page.reload()
  await page.getByText('Nothing waits for your answer.').waitFor()

  await page.goto('/#asked')
  await row(page, 'Poll: Where do we eat?').waitFor()
  await row(page, 'Which printer paper?').getByRole('link', { name: 'Open' }).click()
  await headingOf(page, 'printer').waitFor()
  await expect.poll(() => new URL(page.url()).hash).toContain(`/near/${asked}`)
  await page.goto('/#asked')
  await world.people.otto.call(addReaction, { message_id: asked, emoji_name: 'tada' })
  await row(page, 'Which printer paper?').waitFor({ state: 'detached' })
})
