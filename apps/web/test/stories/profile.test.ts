import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { deleteCustomProfileField } from '@tagma/contract/endpoints/profile-fields/delete-custom-profile-field.ts'
import { updateProfileData } from '@tagma/contract/endpoints/profile-fields/update-profile-data.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

/** The smallest picture that a server takes. */
const picture = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const profileOf = async () => {
  const { people } = story.world
  const { user } = await people.olive.call(getUser, {
    user_id: people.iris.id,
    include_custom_profile_fields: true,
  })
  return user
}

const openProfile = (options = {}) => story.open('iris', { path: '/#settings/profile', ...options })

test('a new name is saved when one leaves the field, seen by others at once, and taken back by Undo', async () => {
  const { iris } = story.world.people
  const [page, other] = await Promise.all([openProfile(), story.open('otto', { path: `/#user/${iris.id}` })])
  await other.getByRole('heading', { level: 1, name: iris.name }).waitFor()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Iris O.')
  await name.press('Enter')
  await other.getByRole('heading', { level: 1, name: 'Iris O.' }).waitFor()
  await page.getByRole('group', { name: 'How others see you' }).getByText('Iris O.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await other.getByRole('heading', { level: 1, name: iris.name }).waitFor()
  await expect.poll(() => name.inputValue()).toBe(iris.name)
})

test('a picture is uploaded, shown to others, and removed after a question', async () => {
  const { iris } = story.world.people
  const [page, other] = await Promise.all([openProfile(), story.open('otto', { path: `/#user/${iris.id}` })])
  await page.getByText('PNG, JPEG').waitFor()
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByText('Your new picture is shown everywhere.').waitFor()
  const shown = other.locator('.person-page img.avatar')
  await expect.poll(() => shown.getAttribute('src')).toContain('/user_avatars/')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Your picture is removed.').waitFor()
  await expect.poll(async () => (await profileOf()).avatar_url ?? '').not.toContain('/user_avatars/')
})

test('a file that is no picture is refused in words', async () => {
  const page = await openProfile()
  await page.getByText('PNG, JPEG').waitFor()
  story.expectComplaint('400')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText('Could not decode image').waitFor()
  expect((await profileOf()).avatar_url ?? '').not.toContain('/user_avatars/')
})

/** Makes a field of each kind; returns their ids in the order of the kinds. */
async function makeFields(): Promise<number[]> {
  const { olive } = story.world.people
  const options = { 0: { text: 'Berlin', order: '1' }, 1: { text: 'Oslo', order: '2' } }
  const fields = [
    { field_type: 1, name: 'Phone', hint: 'With the country.', required: true },
    { field_type: 2, name: 'Story', display_in_profile_summary: true },
    { field_type: 3, name: 'Office', field_data: options },
    { field_type: 4, name: 'Birthday' },
    { field_type: 5, name: 'Website' },
    { field_type: 6, name: 'Mentor' },
    { field_type: 7, name: 'GitHub', field_data: { subtype: 'github' } },
    { field_type: 8, name: 'Pronouns' },
    { field_type: 1, name: 'Badge', editable_by_user: false },
  ] as const
  const ids: number[] = []
  for (const field of fields) ids.push((await olive.call(createCustomProfileField, field)).id)
  return ids
}

test('required profile fields are asked for once, on any page, until they are filled in or put off', async () => {
  const { olive, mia } = story.world.people
  const { id } = await olive.call(createCustomProfileField, { field_type: 1, name: 'Team', required: true })
  for (const size of [{}, phone]) {
    const page = await story.open('mia', { path: '/#inbox', ...size })
    const offer = page.getByRole('status').filter({ hasText: 'Everybody here is asked for: Team.' })
    await offer.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await offer.getByRole('link', { name: 'Fill in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.getByLabel('Team', { exact: true }).waitFor()
    await page.goto('/#inbox')
    await page.getByRole('region', { name: 'Conversations' }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Conversations' }).waitFor()
    expect(await offer.count()).toBe(0)
  }
  const page = await story.open('mia', { path: '/#inbox' })
  const later = page.getByRole('status').filter({ hasText: 'asked for: Team.' })
  await later.waitFor()
  await mia.call(updateProfileData, { data: [{ id, value: 'Letters' }] })
  await later.waitFor({ state: 'detached' })
  await olive.call(deleteCustomProfileField, { field_id: id })
})

test('fields of every kind are filled in, and others read them', async () => {
  const ids = await makeFields()
  const { iris, otto } = story.world.people
  const [page, other] = await Promise.all([openProfile(), story.open('otto', { path: `/#user/${iris.id}` })])
  await page.getByText('Everybody here is asked for: Phone.').waitFor()
  const texts = {
    Phone: '+49 30 1',
    Story: 'I draw letters.',
    Birthday: '1990-02-03',
    Website: 'https://iris.example.com/',
    GitHub: 'iris',
    Pronouns: 'she/her',
  }
  for (const [label, text] of Object.entries(texts)) {
    const field = page.getByLabel(label, { exact: true })
    await field.fill(text)
    await field.blur()
    await page
      .getByRole('status')
      .filter({ hasText: `Saved: ${label}` })
      .waitFor()
  }
  await page.getByRole('combobox', { name: 'Office' }).selectOption('Oslo')
  await page.getByRole('status').filter({ hasText: 'Saved: Office' }).waitFor()
  await page.getByRole('combobox', { name: 'Mentor' }).fill('otto')
  await page.getByRole('option', { name: otto.name }).click()
  await page.getByRole('status').filter({ hasText: 'Saved: Mentor' }).waitFor()
  const kept = Object.values((await profileOf()).profile_data ?? {}).map(({ value }) => value)
  expect(kept).toEqual(expect.arrayContaining([...Object.values(texts), '1', `[${otto.id}]`]))
  expect(Object.keys((await profileOf()).profile_data ?? {}).map(Number)).toEqual(ids.slice(0, 8))
  await other.getByText('February 3, 1990').waitFor()
  await other.getByRole('definition').filter({ hasText: 'Oslo' }).waitFor()
  await page.getByRole('group', { name: 'How others see you' }).getByText('I draw letters.').waitFor()
  expect(await page.getByText('Everybody here is asked for').count()).toBe(0)
  const badge = page.getByRole('textbox', { name: 'Badge' })
  expect(await badge.getAttribute('readonly')).not.toBeNull()
  story.expectComplaint('400')
  const website = page.getByLabel('Website', { exact: true })
  await website.fill('nowhere')
  await website.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Website is not a URL' }).waitFor()
  expect(await website.inputValue()).toBe('nowhere')
  await website.press('Escape')
  expect(await website.inputValue()).toBe(texts.Website)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('the time zone is chosen, or taken from the device', async () => {
  const page = await openProfile({ timezoneId: 'America/Lima' })
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.selectOption('Europe/Oslo')
  await page.getByRole('status').filter({ hasText: 'Saved: Time zone' }).waitFor()
  expect((await profileOf()).timezone).toBe('Europe/Oslo')
  await page.getByRole('button', { name: 'Take the one of this device: America/Lima' }).click()
  await expect.poll(() => zone.inputValue()).toBe('America/Lima')
  await zone.selectOption('As on each device')
  await expect.poll(async () => (await profileOf()).timezone).toBe('')
})

test('where only administrators change names and pictures, the page says so', async () => {
  const { olive } = story.world.people
  await olive.call(updateRealm, { name_changes_disabled: true, avatar_changes_disabled: true })
  const page = await openProfile({ ...phone, viewport: { width: 320, height: 700 } })
  await page.getByText('Only administrators change names here.').waitFor()
  await page.getByText('Only administrators change pictures here.').waitFor()
  expect(await page.getByRole('button', { name: 'Upload a picture' }).isDisabled()).toBe(true)
  const excess = () =>
    page.locator('.page-scroll').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await excess()).toBe(0)
  await olive.call(updateRealm, { name_changes_disabled: false, avatar_changes_disabled: false })
  await expect.poll(() => page.getByRole('button', { name: 'Upload a picture' }).isEnabled()).toBe(true)
})
