import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, schemes, stage } from '#test/story.ts'

const story = stage()

const otto = async () => {
  const { olive, otto: person } = story.world.people
  return (await olive.call(getUser, { user_id: person.id })).user
}

test('a role is changed, seen by others at once, and taken back by Undo', async () => {
  const [page, other] = await Promise.all([
    story.open('olive', { path: '/#organization/users/active' }),
    story.open('mia', { path: '/#organization/users/active' }),
  ])
  const role = other.getByRole('combobox', { name: 'Role of Otto Lindqvist' })
  const shown = () => role.locator('option:checked').textContent()
  await role.waitFor()
  expect(await role.isDisabled()).toBe(true)
  expect(await other.getByRole('button', { name: /^Deactivate/ }).count()).toBe(0)
  await other.getByText('Only administrators may change this.', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Role of Otto Lindqvist' }).selectOption('Moderator')
  await expect.poll(shown).toBe('Moderator')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(shown).toBe('Member')
  expect((await otto()).role).toBe(roles.member)
})

test('an administrator manages members, and reads that owners are for owners', async () => {
  const { olive, mo } = story.world.people
  await olive.call(updateUser, { user_id: mo.id, role: roles.administrator })
  const page = await story.open('mo', { path: '/#organization/users/active' })
  const roleOf = (name: string) => page.getByRole('combobox', { name: `Role of ${name}` })
  await roleOf('Olive Hart').waitFor()
  expect(await roleOf('Olive Hart').isDisabled()).toBe(true)
  await page.getByText('Only owners may manage owners.', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Deactivate Olive Hart' }).count()).toBe(0)
  await roleOf('Mia Sato').selectOption('Guest')
  const role = async () => (await olive.call(getUser, { user_id: story.world.people.mia.id })).user.role
  await expect.poll(role).toBe(roles.guest)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(role).toBe(roles.member)
})

test('an account is deactivated after a question, and reactivated', async () => {
  const page = await story.open('olive', { path: '/#organization/users/active' })
  await page.getByRole('searchbox', { name: 'Find people by name or address' }).fill('otto')
  await page.getByRole('heading', { name: '1 person' }).waitFor()
  const deactivate = page.getByRole('button', { name: 'Deactivate Otto Lindqvist' })
  await deactivate.click()
  const question = page.getByRole('dialog', { name: 'Deactivate the account of Otto Lindqvist?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await otto()).is_active).toBe(true)
  await deactivate.click()
  await question.waitFor()
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Nobody fits. Try fewer letters.').waitFor()
  await expect.poll(async () => (await otto()).is_active).toBe(false)
  await page.goto('/#organization/users/deactivated')
  await page.getByRole('button', { name: 'Reactivate Otto Lindqvist' }).click()
  await page.getByText('Nobody’s account is deactivated.').waitFor()
  await expect.poll(async () => (await otto()).is_active).toBe(true)
})

test('an open invitation is seen and revoked', async () => {
  const { olive } = story.world.people
  await olive.call(createInviteLink, { invite_as: roles.guest, include_realm_default_subscriptions: false })
  const open = async () => (await olive.call(getInvites, {})).invites.length
  const before = await open()
  const page = await story.open('olive', { path: '/#organization/users/invitations' })
  const list = page.getByRole('list', { name: 'Invitations' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(before)
  await olive.call(createInviteLink, { invite_as: roles.member, include_realm_default_subscriptions: false })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(before + 1)
  const last = list.getByRole('listitem').filter({ hasText: 'As Guest, by Olive Hart.' }).last()
  await last.getByRole('button', { name: /^Revoke/ }).click()
  await expect.poll(open).toBe(before)
  await expect.poll(() => list.getByRole('listitem').count()).toBe(before)
})

test.each(schemes)('the lists have no faults on a phone, in %s', async (colorScheme) => {
  const page = await story.open('olive', { ...phone, colorScheme, path: '/#organization/users/active' })
  for (const [address, title] of [
    ['active', 'People'],
    ['deactivated', 'Deactivated'],
    ['invitations', 'Invitations'],
  ] as const) {
    await page.goto(`/#organization/users/${address}`)
    await page.getByRole('heading', { level: 1, name: `Organization: ${title}` }).waitFor()
    expect(await accessibilityProblems(page, 'main')).toEqual([])
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isWide)).toBe(false)
  }
})
