import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage } from '#test/story.ts'

const story = stage()

const permission = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test.each(['light', 'dark'] as const)(
  'a member reads who may, and changes nothing, in %s',
  async (colorScheme) => {
    const page = await story.open('mia', { path: '/#organization/organization-permissions', colorScheme })
    await permission(page, 'Add emoji').getByText('Only administrators may change this.').waitFor()
    await permission(page, 'Create groups').getByText('Only owners may change this.').waitFor()
    expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0)
    expect(await accessibilityProblems(page, 'main')).toEqual([])
  },
)

test('a value that changed meanwhile is shown beside the own choice', async () => {
  const { olive, otto, mia } = story.world.people
  const set = (ids: number[]) =>
    olive.call(updateRealm, {
      can_add_custom_emoji_group: { new: { direct_members: ids, direct_subgroups: [] } },
    })
  await set([otto.id])
  const page = await story.open('olive', { path: '/#organization/organization-permissions' })
  const emoji = permission(page, 'Add emoji')
  await emoji.getByText('Otto Lindqvist').waitFor()
  await emoji.getByRole('combobox').fill('Iris')
  await page.getByRole('option', { name: 'Iris Okafor' }).click()
  await emoji.getByText('Iris Okafor', { exact: true }).waitFor()
  await set([mia.id])
  await emoji.getByRole('alert').filter({ hasText: 'Mia Sato' }).waitFor()
  expect(await emoji.getByText('Iris Okafor', { exact: true }).count()).toBe(1)
})

test('34. Rights: a change from an outdated value is refused, and both values are shown', async () => {
  const { olive, otto, mia } = story.world.people
  const set = (ids: number[]) =>
    olive.call(updateRealm, {
      can_create_bots_group: { new: { direct_members: ids, direct_subgroups: [] } },
    })
  await set([otto.id])
  const page = await story.open('olive', { path: '/#organization/organization-permissions' })
  const bots = permission(page, 'Make bots of any kind')
  await bots.getByText('Otto Lindqvist').waitFor()
  // The page hears of nothing for a while, and so cannot know that its value is old.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/json/events**', async (route) => {
    const answer = await route.fetch()
    await held
    await route.fulfill({ response: answer })
  })
  // The poll that was under way ends with this; the next one is held.
  await olive.call(updateRealm, {
    can_create_write_only_bots_group: { new: { direct_members: [otto.id], direct_subgroups: [] } },
  })
  await permission(page, 'Make bots that only send').getByText('Otto Lindqvist').waitFor()
  await set([mia.id])
  await bots.getByRole('combobox').fill('Iris')
  await page.getByRole('option', { name: 'Iris Okafor' }).click()
  story.expectComplaint('400')
  await bots.getByRole('button', { name: 'Save', exact: true }).click()
  await bots.getByRole('alert').filter({ hasText: 'Somebody else has just changed this.' }).waitFor()
  letGo()
  await bots.getByRole('alert').filter({ hasText: 'Now it is: Mia Sato.' }).waitFor()
  expect(await bots.getByText('Iris Okafor', { exact: true }).count()).toBe(1)
  await bots.getByRole('button', { name: 'Save yours' }).click()
  await bots.getByRole('alert').first().waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
