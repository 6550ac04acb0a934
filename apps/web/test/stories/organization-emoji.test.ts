import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string, buffer = png) => ({ name, mimeType: 'image/png', buffer })
const path = '/#organization/emoji-settings'

test('pictures become emoji, and another browser writes with them without reloading', async () => {
  const page = await story.open('olive', { path })
  const other = await story.open('iris', {
    path: `/#narrow/channel/${story.world.channels.design}-design/topic/logo`,
  })
  const box = other.getByRole('textbox', { name: /^Message / })
  await box.waitFor()
  story.expectComplaint(/400/)
  const input = page.locator('.organization-files input[type=file]')
  await input.setInputFiles([
    picture('Party Parrot.png'),
    picture('tada.png'),
    picture('Wheel!.png', Buffer.from('no picture')),
  ])
  const names = page.getByRole('list', { name: 'Chosen pictures' }).getByRole('textbox')
  await expect.poll(() => names.count()).toBe(3)
  expect(await names.nth(0).inputValue()).toBe('party_parrot')
  await page.getByText('This takes the place of the usual emoji :tada:.').waitFor()
  await names.nth(1).fill('party_parrot')
  await page.getByRole('alert').filter({ hasText: 'Another chosen picture has the name' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Add 3 emoji' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Leave out tada.png' }).click()
  await page.getByRole('button', { name: 'Add 2 emoji' }).click()
  const own = page.getByRole('list', { name: 'Own emoji' })
  await own.getByText(':party_parrot:').waitFor()
  await own.getByText('Added by Olive Hart').waitFor()
  // The file that is no picture stays, with the reason.
  await page.getByRole('alert').filter({ hasText: 'Could not decode image' }).waitFor()
  await page.getByRole('button', { name: 'Leave out Wheel!.png' }).click()
  await input.setInputFiles([picture('party_parrot.png')])
  await page.getByText('The emoji :party_parrot: is there already.').waitFor()
  await box.fill(':party_pa')
  await other.getByRole('option', { name: /party.parrot/ }).waitFor()
})

test('an emoji is deactivated after a question, and can no longer be found', async () => {
  const [page, other] = await Promise.all([story.open('olive', { path }), story.open('iris', { path })])
  await page.locator('.organization-files input[type=file]').setInputFiles([picture('short_lived.png')])
  await page.getByRole('button', { name: 'Add 1 emoji' }).click()
  const inOther = other.getByText(':short_lived:')
  await inOther.waitFor()
  expect(await other.getByRole('button', { name: 'Deactivate :short_lived:' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Deactivate :short_lived:' }).click()
  const question = page.getByRole('dialog', { name: 'Deactivate :short_lived:?' })
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect.poll(() => inOther.count()).toBe(0)
})

test('somebody who may not add emoji reads who may; a right that is given opens the form', async () => {
  const { olive } = story.world.people
  const nobody = { direct_members: [olive.id], direct_subgroups: [] }
  const setting = (value: object | number) =>
    olive.call(updateRealm, { can_add_custom_emoji_group: { new: value as typeof nobody } })
  await setting(nobody)
  const page = await story.open('mia', { path, ...phone })
  await page.getByText('Emoji may be added by: Olive Hart.').waitFor()
  expect(await page.getByRole('button', { name: 'Choose pictures' }).count()).toBe(0)
  expect(await accessibilityProblems(page, '.main')).toEqual([])
  await setting({ direct_members: [olive.id, story.world.people.mia.id], direct_subgroups: [] })
  await page.getByRole('button', { name: 'Choose pictures' }).waitFor()
  await page.getByRole('combobox', { name: 'Page of the organization' }).selectOption('Profile')
  await page.getByRole('heading', { level: 1, name: 'Organization: Profile' }).waitFor()
})
