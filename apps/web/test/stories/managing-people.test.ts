import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

const userOf = async (name: 'otto' | 'mia' | 'mo') => {
  const { olive, ...others } = story.world.people
  return (await olive.call(getUser, { user_id: others[name].id })).user
}

test('an owner manages somebody, and others see each change at once', async () => {
  const { olive, otto } = story.world.people
  await otto.call(updateStatus, { status_text: 'At lunch' })
  await olive.call(createUserGroup, { name: 'letters', description: '', members: [otto.id] })
  await otto.call(createBot, { full_name: 'Courier', short_name: 'courier', bot_type: 1 })
  const [page, other] = await Promise.all([
    story.open('olive', { path: `/#user/${otto.id}` }),
    story.open('mia', { path: `/#user/${otto.id}` }),
  ])
  await page.getByRole('link', { name: 'Manage', exact: true }).click()
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Moderator')
  await expect.poll(async () => (await userOf('otto')).role).toBe(roles.moderator)
  await other.getByText('Moderator', { exact: true }).waitFor()
  expect(await other.getByRole('link', { name: 'Manage', exact: true }).count()).toBe(0)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Otto L')
  await name.press('Enter')
  await other.getByRole('heading', { level: 1, name: 'Otto L', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear status' }).click()
  await other.getByText('At lunch').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Take out of design' }).click()
  await page.getByRole('button', { name: 'Take out of design' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Add to a channel' }).selectOption('design')
  await page.getByRole('button', { name: 'Take out of design' }).waitFor()
  await page.getByRole('button', { name: 'Take out of @letters' }).click()
  await page.getByText('They are in no group by themselves.').waitFor()
  await page.getByRole('link', { name: 'Courier' }).waitFor()
  await page.getByRole('button', { name: 'Show sign-ins' }).click()
  await page.getByRole('list', { name: 'Sign-ins' }).getByText('Signed in with an app').first().waitFor()
  // A value that the server refuses stays in its field, with the reason.
  story.expectComplaint('400')
  const address = page.getByRole('textbox', { name: 'Email' })
  await address.fill('no address')
  await address.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Enter a valid email address.' }).waitFor()
  expect(await address.inputValue()).toBe('no address')
  expect(await accessibilityProblems(page, 'main')).toEqual([])
})

test('an account is closed with what its person wrote in public', async () => {
  const { olive, otto } = story.world.people
  const open = await story.world.send('otto', { channel: 'square', topic: 'hello' }, 'Gone soon')
  const direct = await story.world.send('otto', ['olive'], 'This stays')
  const page = await story.open('olive', { ...phone, path: `/#user/${otto.id}/manage` })
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  const dialog = page.getByRole('dialog', { name: /^Deactivate the account of Otto/ })
  await dialog.getByText('Their bot stops, too: Courier.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Messages in public channels' }).check()
  await dialog.getByText('What is removed does not come back, even if the account does.').waitFor()
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByRole('button', { name: 'Reactivate account' }).waitFor()
  const isThere = async (message_id: number) =>
    olive.call(getMessage, { message_id }).then(
      () => true,
      () => false,
    )
  await expect.poll(() => isThere(open)).toBe(false)
  expect(await isThere(direct)).toBe(true)
  await page.getByRole('button', { name: 'Reactivate account' }).click()
  await expect.poll(async () => (await userOf('otto')).is_active).toBe(true)
})

test('who may not manage somebody reads who may', async () => {
  const { olive, mo, otto } = story.world.people
  const member = await story.open('mia', { path: `/#user/${otto.id}/manage` })
  await member.getByText('Only administrators manage accounts.').waitFor()
  await olive.call(updateUser, { user_id: mo.id, role: roles.administrator })
  const page = await story.open('mo', { path: `/#user/${olive.id}/manage` })
  await page.getByText('Only owners may manage owners.').first().waitFor()
  expect(await page.getByRole('combobox', { name: 'Role', exact: true }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Deactivate account' }).isDisabled()).toBe(true)
})
