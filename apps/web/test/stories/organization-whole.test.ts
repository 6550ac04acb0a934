import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { getCustomProfileFields } from '@tagma/contract/endpoints/profile-fields/get-custom-profile-fields.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

// Pages of the whole organization: its pictures, the fields of profiles, exports, and its end, which comes last.

const story = stage()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (buffer: Buffer = png) => ({ name: 'mark.png', mimeType: 'image/png', buffer })

const openPage = (who: 'olive' | 'mia', page: string, options: Parameters<typeof story.open>[1] = {}) =>
  story.open(who, { path: `/#organization/${page}`, ...options })

const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('what another owner writes meanwhile stands beside one’s own text about the organization', async () => {
  const { olive } = story.world.people
  const page = await openPage('olive', 'organization-profile')
  const about = page.getByLabel('What it is about', { exact: true })
  await about.fill('Looms')
  await olive.call(updateRealm, { description: 'Engines' })
  const choice = page.getByRole('alert').filter({ hasText: 'Engines' })
  await choice.getByText('Looms').waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await choice.getByRole('button', { name: 'Keep theirs' }).click()
  await expect.poll(() => about.inputValue()).toBe('Engines')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Difference Engine')
  await olive.call(updateRealm, { name: 'Another Engine' })
  await page.getByRole('alert').getByRole('button', { name: 'Save yours' }).click()
  await page.getByRole('button', { name: /^Difference Engine/ }).waitFor()
  await olive.call(updateRealm, { name: 'Analytical Engine', description: '' })
})

test('icon and logos are uploaded, stand in the window of everybody in both schemes, and are removed', async () => {
  const [page, other] = await Promise.all([
    openPage('olive', 'organization-profile'),
    openPage('mia', 'organization-profile'),
  ])
  story.expectComplaint(/400/)
  const own = (name: string) => page.getByRole('group', { name, exact: true })
  const menu = other.getByRole('button', { name: /^Analytical Engine/ })
  await own('Icon')
    .locator('input[type=file]')
    .setInputFiles(picture(Buffer.from('no picture')))
  await own('Icon').getByRole('alert').filter({ hasText: 'Could not decode image' }).waitFor()
  await own('Icon')
    .locator('input[type=file]')
    .setInputFiles(picture(Buffer.alloc(6 * 1024 * 1024)))
  await own('Icon')
    .getByRole('alert')
    .filter({ hasText: 'The picture has 6 MiB. 5 MiB are allowed' })
    .waitFor()
  await own('Icon').locator('input[type=file]').setInputFiles(picture())
  await menu.locator('img.organization-icon').waitFor()
  expect(await own('Icon').getByRole('alert').count()).toBe(0)
  await own('Logo on a dark background').locator('input[type=file]').setInputFiles(picture())
  await other.emulateMedia({ colorScheme: 'dark' })
  await menu.getByRole('img', { name: 'Analytical Engine' }).waitFor()
  await other.emulateMedia({ colorScheme: 'light' })
  await menu.getByText('Analytical Engine').waitFor()
  await own('Logo on a light background').locator('input[type=file]').setInputFiles(picture())
  await menu.getByRole('img', { name: 'Analytical Engine' }).waitFor()
  for (const name of ['Logo on a light background', 'Logo on a dark background', 'Icon']) {
    await own(name)
      .getByRole('button', { name: `${name}: remove the picture` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await own(name).getByText('None yet').waitFor()
  }
  await menu.getByText('Analytical Engine').waitFor()
  await expect.poll(() => menu.locator('img').count()).toBe(0)
  expect(await other.getByRole('button', { name: /picture$/ }).count()).toBe(0)
})

test('a number and an address that do not fit stay with the reason; the Welcome Bot is tried', async () => {
  const [page, other] = await Promise.all([
    openPage('olive', 'organization-permissions'),
    openPage('mia', 'organization-permissions'),
  ])
  story.expectComplaint(/400/)
  const days = page.getByLabel('Days until a new member')
  await days.fill('-3')
  await page.getByRole('alert').filter({ hasText: 'A whole number from 0 to 3650.' }).waitFor()
  await days.fill('12')
  await days.press('Enter')
  await expect.poll(() => other.getByLabel('Days until a new member').inputValue()).toBe('12')
  await page.goto('/#organization/organization-settings')
  const jitsi = page.getByLabel('Address of the Jitsi server')
  await jitsi.fill('meet.example')
  await jitsi.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'jitsi_server_url' }).waitFor()
  expect(await jitsi.inputValue()).toBe('meet.example')
  await jitsi.fill('https://meet.example')
  await jitsi.press('Enter')
  await page.getByText('Saved: Address of the Jitsi server').waitFor()
  await jitsi.fill('')
  await jitsi.press('Enter')
  await page.getByRole('textbox', { name: 'Message to newcomers' }).fill('Welcome **aboard**')
  await page.getByRole('button', { name: 'Send it to me to try' }).click()
  await page.getByRole('status').filter({ hasText: 'The Welcome Bot has sent it to you.' }).waitFor()
  await page.getByRole('link', { name: 'Open it' }).click()
  await page.getByRole('article').filter({ hasText: 'Welcome aboard' }).last().waitFor()
})

test('profile fields are made, moved by keys, changed and deleted, and others see it at once', async () => {
  const [page, other] = await Promise.all([
    openPage('olive', 'profile-field-settings'),
    story.open('mia', { path: '/#settings/profile' }),
  ])
  const { olive } = story.world.people
  const fields = async () => (await olive.call(getCustomProfileFields, {})).custom_fields
  const list = page.getByRole('list', { name: 'Profile fields' })
  await page.getByText('There are no profile fields yet.').waitFor()
  const add = page.getByRole('button', { name: 'Add', exact: true })
  expect(await add.isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('List of choices')
  await page.getByLabel('Name', { exact: true }).fill('City')
  await page.getByText('Add at least one choice.').waitFor()
  await page.getByRole('button', { name: 'Add a choice' }).click()
  await page.keyboard.type('Oslo')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Rome')
  await page.getByRole('switch', { name: 'Everybody is asked to fill it in' }).click()
  await add.click()
  await list.getByText('List of choices · asked of everybody').waitFor()
  await other.getByRole('combobox', { name: /^City/ }).selectOption('Rome')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Account elsewhere')
  await page.getByRole('combobox', { name: 'Service' }).selectOption('GitHub')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('GitHub username')
  await page.getByRole('switch', { name: 'People are found by it' }).click()
  await add.click()
  await other.getByRole('textbox', { name: 'GitHub username' }).waitFor()
  await list.getByRole('button', { name: 'Move GitHub username' }).press('Alt+ArrowUp')
  await expect.poll(async () => (await fields()).map(({ name }) => name)).toEqual(['GitHub username', 'City'])
  await list.getByRole('button', { name: 'Change City' }).click()
  expect(await page.getByRole('combobox', { name: 'Kind' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Remove choice 1' }).click()
  await page.getByText('One choice is gone').waitFor()
  await page.getByRole('switch', { name: 'Everybody fills in their own' }).click()
  await page.getByLabel('Name', { exact: true }).fill('github username')
  await page.getByText('There is a field github username already.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Town')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await list.getByText('asked of everybody · filled in by administrators').waitFor()
  await expect.poll(() => other.getByRole('combobox', { name: /^Town/ }).isDisabled()).toBe(true)
  expect(await other.getByRole('combobox', { name: /^Town/ }).locator('option:checked').textContent()).toBe(
    'Rome',
  )
  await list.getByRole('button', { name: 'Delete Town' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => other.getByRole('combobox', { name: /^Town/ }).count()).toBe(0)
  expect((await fields()).map(({ name }) => name)).toEqual(['GitHub username'])
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await other.goto('/#organization/profile-field-settings')
  await other.getByRole('list', { name: 'Profile fields' }).getByText('GitHub username').waitFor()
  expect(await other.locator('main').getByRole('button').count()).toBe(0)
})

test('an export is asked for, followed until it can be downloaded, and deleted', async () => {
  const { olive, otto } = story.world.people
  const page = await openPage('olive', 'data-exports-admin', { ...phone, colorScheme: 'dark' })
  await page.getByText('No export was made yet.').waitFor()
  const kinds = page.getByRole('group', { name: 'What is in it' })
  const all = kinds.getByRole('radio', { name: /^Also private messages/ })
  await expect.poll(() => all.isDisabled()).toBe(true)
  await otto.call(updateSettings, { allow_private_data_export: true })
  await page.getByText('1 of 6 people consents').waitFor()
  await olive.call(updateSettings, { allow_private_data_export: true })
  await expect.poll(() => all.isEnabled()).toBe(true)
  await all.check()
  await page.getByRole('button', { name: 'Make an export' }).click()
  const list = page.getByRole('list', { name: 'Exports' })
  const link = list.getByRole('link', { name: /^Download the export of / })
  await link.waitFor()
  expect(await isSideways(page)).toBe(false)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  const address = (await link.getAttribute('href')) ?? ''
  const archive = await fetch(address)
  expect([archive.status, (await archive.bytes()).slice(0, 2)]).toEqual([200, new Uint8Array([0x1f, 0x8b])])
  await list.getByRole('button', { name: /^Delete the export of / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await list.getByText('The archive was deleted on').waitFor()
  expect((await fetch(address)).status).toBe(404)
  const other = await openPage('mia', 'data-exports-admin')
  await other.getByText('Only administrators see and make exports.').waitFor()
  expect(await other.getByRole('button', { name: 'Make an export' }).count()).toBe(0)
})

test('an owner closes the organization by typing its name; everybody learns of it at once', async () => {
  const [page, other] = await Promise.all([
    openPage('olive', 'organization-profile', phone),
    story.open('mia', { path: '/#inbox' }),
  ])
  await other.getByRole('navigation', { name: 'Places' }).waitFor()
  await story.world.people.olive.call(updateRealm, { name: 'Difference Engine' })
  await page.getByRole('button', { name: 'Close…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close Difference Engine?' })
  await dialog.getByRole('radio', { name: 'It is deleted after some days' }).check()
  const days = dialog.getByLabel('Days until then')
  await days.fill('0')
  await dialog.getByText(/^A whole number of days/).waitFor()
  const confirm = dialog.getByRole('button', { name: 'Close for everybody' })
  await days.fill('30')
  await dialog.getByText(/^On .* are deleted for ever\.$/).waitFor()
  await dialog.getByLabel('Type the name').fill('Analytical Engine')
  expect(await confirm.isDisabled()).toBe(true)
  expect(await isSideways(page)).toBe(false)
  await dialog.getByLabel('Type the name').fill('Difference Engine')
  story.expectComplaint(/40[13]/)
  await confirm.click()
  for (const each of [page, other]) await each.getByText('This organization was closed.').first().waitFor()
})
