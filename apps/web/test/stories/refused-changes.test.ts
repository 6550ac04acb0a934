import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { getChannelFolders } from '@tagma/contract/endpoints/channel-folders/get-channel-folders.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { type Role, roles } from '@tagma/contract/objects/user.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stage } from '#test/story.ts'

// Changes that are refused: the input stays, the reason stands beside it in words, and nothing is half saved.

const story = stage()

const alertWith = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

const groupNamed = async (name: string) => {
  const { user_groups } = await story.world.people.olive.call(getUserGroups, {})
  return user_groups.find((group) => group.name === name)
}

const makeGroup = async (name: string) => {
  const { people } = story.world
  const { group_id } = await people.olive.call(createUserGroup, {
    name,
    description: '',
    members: [people.iris.id],
  })
  return group_id
}

/** Holds back what happens elsewhere, so that a page works with what it knew. Returns a function that lets it in. */
async function holdEvents(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/json/events**', async (route) => {
    const answer = await route.fetch()
    await held
    await route.fulfill({ response: answer })
  })
  return letGo
}

test('a channel is not renamed to a name that is taken, and its new purpose is not saved either', async () => {
  const { olive } = story.world.people
  const { engine } = story.world.channels
  const channel = async () => (await olive.call(getStreamById, { stream_id: engine })).stream
  const page = await story.open('olive', { path: `/#channels/${engine}/engine/general` })
  story.expectComplaint('400')
  const name = page.getByLabel('Name', { exact: true })
  const purpose = page.getByLabel('What it is for')
  await name.fill('design')
  await purpose.fill('Gears and wheels')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await alertWith(page, "Channel 'design' already exists").waitFor()
  expect([await name.inputValue(), await purpose.inputValue()]).toEqual(['design', 'Gears and wheels'])
  expect(await channel()).toMatchObject({ name: 'engine', description: '' })
  await name.fill('engine room')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(channel).toMatchObject({ name: 'engine room', description: 'Gears and wheels' })
  await olive.call(updateStream, { stream_id: engine, new_name: 'engine', description: '' })
})

test('a group and a folder are not renamed to names that are taken', async () => {
  const { olive } = story.world.people
  story.expectComplaint('400')
  await makeGroup('printers')
  const id = await makeGroup('typists')
  const page = await story.open('olive', { path: `/#groups/${id}/typists/general` })
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('printers')
  await name.press('Enter')
  await alertWith(page, "'printers' already exists").waitFor()
  expect(await name.inputValue()).toBe('printers')
  expect((await groupNamed('typists'))?.id).toBe(id)
  await olive.call(createChannelFolder, { name: 'Office', description: '' })
  await page.goto('/#channels/all')
  await page.getByRole('button', { name: 'Folders' }).click()
  const folders = page.getByRole('region', { name: 'Folders' })
  await folders.getByRole('button', { name: 'Change Office' }).click()
  await folders.getByLabel('Name').fill('Product')
  await folders.getByLabel('What it is for').fill('Paper')
  await folders.getByRole('button', { name: 'Save' }).click()
  await alertWith(page, 'Channel folder name already in use').waitFor()
  expect(await folders.getByLabel('Name').inputValue()).toBe('Product')
  const { channel_folders } = await olive.call(getChannelFolders, {})
  expect(channel_folders.find((folder) => folder.name === 'Office')?.description).toBe('')
})

test('a group never contains itself, also when the page does not know yet that it would', async () => {
  const { olive } = story.world.people
  const [inner, outer] = [await makeGroup('inner'), await makeGroup('outer')]
  const page = await story.open('olive', { path: `/#groups/${inner}/inner/members` })
  const choice = page.getByRole('combobox', { name: 'Add a subgroup' })
  await choice.waitFor()
  const letIn = await holdEvents(page)
  // The poll that is under way ends with this; the next one is held.
  const other = await makeGroup('other')
  await expect.poll(() => choice.getByRole('option', { name: '@other' }).count()).toBe(1)
  await olive.call(updateUserGroupMembers, { user_group_id: outer, add_subgroups: [inner] })
  story.expectComplaint('400')
  await choice.selectOption('@outer')
  await alertWith(page, "User group 'outer' contains this group").waitFor()
  expect((await groupNamed('inner'))?.direct_subgroup_ids).toEqual([])
  letIn()
  await expect.poll(() => choice.getByRole('option', { name: '@outer' }).count()).toBe(0)
  await choice.selectOption('@other')
  await expect.poll(async () => (await groupNamed('inner'))?.direct_subgroup_ids).toEqual([other])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a new channel and a new group stay as they were typed when the right is lost, and go on when it is back', async () => {
  const { olive, iris } = story.world.people
  const members = (await groupNamed('role:members'))!.id
  const nobody = { new: { direct_members: [olive.id], direct_subgroups: [] } }
  const [page, other] = await Promise.all([
    story.open('iris', { path: '/#channels/new' }),
    story.open('iris', { path: '/#groups/new' }),
  ])
  const name = (of: Page) => of.getByLabel('Name', { exact: true })
  await name(page).fill('lathes')
  await name(other).fill('turners')
  const change = (to: { new: number } | typeof nobody) =>
    olive.call(updateRealm, {
      can_create_public_channel_group: to,
      can_create_private_channel_group: to,
      can_create_groups: to,
    })
  await change(nobody)
  await alertWith(page, 'You may not create channels here').waitFor()
  await alertWith(other, 'What you typed stays here.').waitFor()
  expect([await name(page).inputValue(), await name(other).inputValue()]).toEqual(['lathes', 'turners'])
  expect(await page.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true)
  await change({ new: members })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'lathes' }).waitFor()
  await other.getByRole('button', { name: 'Create group' }).click()
  await other.getByRole('heading', { level: 1, name: '@turners' }).waitFor()
  expect((await groupNamed('turners'))?.creator_id).toBe(iris.id)
})

test('somebody who is no longer an administrator keeps what they typed on each page of the organization', async () => {
  const { olive, mo } = story.world.people
  // A page whose queue ends with the role registers again.
  story.expectComplaint('400')
  const setRole = (role: Role) => olive.call(updateUser, { user_id: mo.id, role })
  await setRole(roles.administrator)
  const forms = [
    ['organization-profile', 'What it is about', 'A machine'],
    ['linkifier-settings', 'Pattern (RE2), with a name for each part', '#(?P<id>[0-9]+)'],
    ['playground-settings', 'Name', 'Try it'],
    ['profile-field-settings', 'Name', 'Shoe size'],
  ] as const
  const pages = await Promise.all(
    forms.map(([section]) => story.open('mo', { path: `/#organization/${section}` })),
  )
  const fields = pages.map((page, at) => page.getByLabel(forms[at]![1], { exact: true }).first())
  for (const [at, field] of fields.entries()) await field.fill(forms[at]![2])
  await setRole(roles.moderator)
  for (const [at, page] of pages.entries()) {
    const [section, , typed] = forms[at]!
    await expect.poll(() => fields[at]!.isEditable(), { message: section }).toBe(false)
    // It can still be read, marked and copied.
    expect([await fields[at]!.inputValue(), await fields[at]!.isEnabled()]).toEqual([typed, true])
    await page
      .getByText(/Only .*(administrators|owners)/)
      .first()
      .waitFor()
  }
  await setRole(roles.administrator)
  for (const field of fields) await expect.poll(() => field.isEditable()).toBe(true)
  await pages[0]!.getByRole('button', { name: 'Save', exact: true }).click()
  await pages[0]!.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await setRole(roles.moderator)
})

test('a text that is too long stays whole, says by how much, and is not saved', async () => {
  const { olive } = story.world.people
  const { engine } = story.world.channels
  const page = await story.open('olive', { path: `/#channels/${engine}/engine/general` })
  const name = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await name.fill('x'.repeat(61))
  await alertWith(page, 'At most 60 characters. These are 61.').waitFor()
  expect([(await name.inputValue()).length, await save.isDisabled()]).toEqual([61, true])
  const id = await makeGroup('essayists')
  await page.goto(`/#groups/${id}/essayists/general`)
  const purpose = page.getByRole('textbox', { name: 'What it is for' })
  await purpose.fill('y'.repeat(1025))
  await page.keyboard.press('Tab')
  await alertWith(page, 'At most 1024 characters. These are 1025.').waitFor()
  expect((await purpose.inputValue()).length).toBe(1025)
  expect((await groupNamed('essayists'))?.description).toBe('')
  await page.goto('/#channels/new')
  await page.getByLabel('Name', { exact: true }).fill('z'.repeat(70))
  await alertWith(page, 'At most 60 characters. These are 70.').waitFor()
  expect(await page.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true)
  expect((await olive.call(getStreamById, { stream_id: engine })).stream.name).toBe('engine')
})

/** Forms with a field that has a limit: the page, the field, its limit, and the button that sends. */
const limited = [
  ['organization/linkifier-settings', 'Pattern (RE2), with a name for each part', 1000, 'Add'],
  ['organization/playground-settings', 'Name', 100, 'Add'],
  ['organization/profile-field-settings', 'Name', 40, 'Add'],
  ['settings/your-bots', 'Name', 100, 'Make the bot'],
] as const

test.each(limited)(
  '%s: %s takes a longer text, and says that it has to be shortened',
  async (section, label, most, action) => {
    const page = await story.open('olive', { path: `/#${section}` })
    if (section === 'settings/your-bots') await page.getByRole('button', { name: 'New bot' }).click()
    const field = page.getByRole('textbox', { name: label, exact: true })
    await field.fill('w'.repeat(most + 1))
    await alertWith(page, `At most ${most} characters. These are ${most + 1}.`).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const form = page.locator('form').filter({ has: field })
    expect(await form.evaluate((element) => (element as HTMLFormElement).checkValidity())).toBe(false)
    // A character more is taken, too; Enter sends nothing, and the text is whole.
    await field.press('End')
    await field.pressSequentially('ö')
    await field.press('Enter')
    await alertWith(page, `These are ${most + 2}.`).waitFor()
    expect(await field.inputValue()).toBe(`${'w'.repeat(most + 1)}ö`)
    await field.fill('🦉'.repeat(most))
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false')
    await form.getByRole('button', { name: action, exact: true }).waitFor()
  },
)

test('a folder whose name is too long is not made, and its form waits for a right that was lost', async () => {
  const { olive, mo } = story.world.people
  story.expectComplaint('400')
  const setRole = (role: Role) => olive.call(updateUser, { user_id: mo.id, role })
  await setRole(roles.administrator)
  const page = await story.open('mo', { path: '/#channels/all' })
  await page.getByRole('button', { name: 'Folders' }).click()
  const folders = page.getByRole('region', { name: 'Folders' })
  const name = folders.getByLabel('Name')
  const make = folders.getByRole('button', { name: 'Make' })
  await name.fill('f'.repeat(61))
  await alertWith(page, 'At most 60 characters. These are 61.').waitFor()
  await name.press('Enter')
  await name.fill('Sails')
  await setRole(roles.moderator)
  await expect.poll(() => name.isEditable()).toBe(false)
  expect([await name.inputValue(), await make.isDisabled()]).toEqual(['Sails', true])
  await name.press('Enter')
  await setRole(roles.administrator)
  await expect.poll(() => name.isEditable()).toBe(true)
  const { channel_folders } = await olive.call(getChannelFolders, {})
  expect(channel_folders.filter((folder) => /^f|Sails/.test(folder.name))).toEqual([])
  await make.click()
  await expect.poll(() => folders.getByRole('list', { name: 'Folders' }).getByText('Sails').count()).toBe(1)
  await setRole(roles.moderator)
})

test('what is written stays when its channel is archived under one’s hands', async () => {
  // That somebody types may be told just when the channel is archived.
  story.expectComplaint(/\/typing/)
  const { olive } = story.world.people
  const { square } = story.world.channels
  const page = await story.open('iris', { path: `/#narrow/channel/${square}-square/topic/hello` })
  const box = page.getByRole('textbox', { name: /^Message / })
  await box.fill('Half a thought')
  await olive.call(archiveStream, { stream_id: square })
  await page.getByText('This channel is archived.').first().waitFor()
  await olive.call(updateStream, { stream_id: square, is_archived: false })
  await expect.poll(() => box.inputValue()).toBe('Half a thought')
})
