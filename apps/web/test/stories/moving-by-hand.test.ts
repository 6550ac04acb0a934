import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

// Moving messages and topics with the mouse, and from the menu of a row.

const story = stage()
const { send, open, messagesOf } = inTopics(story)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Move messages' })
const sideOf = (page: Page, text: string) => articleOf(page, text).locator('.message-side')
/** Opens a topic beside the list of its channel. */
async function openBeside(topic: string): Promise<Page> {
  const page = await open('iris', topic)
  await page.keyboard.press('y')
  await rowOf(page, new RegExp(`^${topic}`)).waitFor()
  return page
}
const textsOf = async (topic: string) =>
  (await messagesOf('olive', topic)).map(({ content }) => content).filter((text) => !text.includes('moved'))

test('a message is drawn onto a topic, and only that one moves', async () => {
  await send('otto', 'kettles', 'Was here before')
  for (const text of ['First pot', 'Second pot', 'Third pot']) await send('iris', 'pots', text)
  const page = await openBeside('pots')
  await sideOf(page, 'Second pot').dragTo(rowOf(page, /^kettles/))
  const dialog = dialogOf(page)
  await dialog.getByText('They join design > kettles, which has messages already.').waitFor()
  expect(await dialog.getByLabel('Only this one').isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(() => textsOf('kettles')).toEqual(['Was here before', 'Second pot'])
  expect(await textsOf('pots')).toEqual(['First pot', 'Third pot'])
})

test('of several that are selected, drawing one moves all', async () => {
  for (const text of ['Red cup', 'Green cup', 'Blue cup']) await send('iris', 'cups', text)
  const page = await openBeside('cups')
  for (const text of ['Red cup', 'Blue cup']) {
    await articleOf(page, text).focus()
    await page.keyboard.press('.')
  }
  await page.getByText('2 messages selected').waitFor()
  await sideOf(page, 'Blue cup').dragTo(page.getByRole('navigation').getByRole('link', { name: /engine/ }))
  const dialog = dialogOf(page)
  await dialog.getByText('The 2 selected messages move.').waitFor()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  const inEngine = async () =>
    (await messagesOf('olive', 'cups', 'engine'))
      .map(({ content }) => content)
      .filter((text) => !text.includes('moved'))
  await expect.poll(inEngine).toEqual(['Red cup', 'Blue cup'])
  await page.getByText('2 messages selected').waitFor({ state: 'detached' })
})

test('a topic is drawn onto another: they become one, and its reader goes along', async () => {
  await send('otto', 'saucers', 'Was here before')
  for (const text of ['Deep plate', 'Flat plate']) await send('iris', 'plates', text)
  const page = await openBeside('plates')
  await rowOf(page, /^plates/).dragTo(rowOf(page, /^saucers/))
  await dialogOf(page).getByLabel('All of the topic: 2').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(() => textsOf('saucers')).toEqual(['Was here before', 'Deep plate', 'Flat plate'])
  await headingOf(page, 'saucers').waitFor()
})

test('the menu of a row renames its topic, for those who may', async () => {
  await send('iris', 'tee', 'Two bags')
  const page = await openBeside('tee')
  await rowOf(page, /^tee/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move or rename' }).click()
  await dialogOf(page).getByLabel('Topic', { exact: true }).fill('tea')
  await dialogOf(page).getByRole('button', { name: 'Move', exact: true }).click()
  await headingOf(page, 'tea').waitFor()
  await expect.poll(() => textsOf('tea')).toEqual(['Two bags'])
  const { olive } = story.world.people
  const { user_groups } = await olive.call(getUserGroups, {})
  const owners = user_groups.find(({ name }) => name === 'role:owners')!.id
  await olive.call(updateRealm, {
    can_move_messages_between_topics_group: { new: owners },
    can_move_messages_between_channels_group: { new: owners },
  })
  await rowOf(page, /^tea/).click({ button: 'right' })
  const entry = page.getByRole('menuitem', { name: 'Move or rename' })
  await expect.poll(() => entry.getAttribute('aria-disabled')).toBe('true')
  expect(await entry.textContent()).toContain('Only owners may move messages')
})
