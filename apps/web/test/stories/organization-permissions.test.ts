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
  await emoji.getByText('Iris Okafor').waitFor()
  await set([mia.id])
  await emoji.getByRole('alert').filter({ hasText: 'Mia Sato' }).waitFor()
  expect(await emoji.getByText('Iris Okafor').count()).toBe(1)
})
