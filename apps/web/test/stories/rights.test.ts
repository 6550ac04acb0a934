import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateUserGroupSubgroups } from '@tagma/contract/endpoints/groups/update-user-group-subgroups.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

test('who may not write asks why, reads which setting decides, and gets the right in the open page', async () => {
  const { people, channels } = story.world
  const { olive, iris, mia } = people
  const make = async (name: string, members: number[]) =>
    (await olive.call(createUserGroup, { name, description: '', members })).group_id
  const leads = await make('leads', [iris.id])
  const painters = await make('painters', [mia.id])
  await olive.call(updateStream, {
    stream_id: channels.design,
    can_send_message_group: { new: { direct_members: [], direct_subgroups: [leads] } },
  })
  const page = await story.open('mia', { path: `/#narrow/channel/${channels.design}-design/topic/logo` })
  await page.getByText('Only @leads may').waitFor()
  await page.getByRole('link', { name: 'Why?' }).click()
  await page.getByRole('heading', { level: 1, name: 'What you may do' }).waitFor()
  const row = page
    .getByRole('list', { name: 'Rights' })
    .getByRole('listitem')
    .filter({ has: page.getByText('Write messages', { exact: true }) })
  await row.getByText('Not allowed:').waitFor()
  await row.getByText('This channel, “Who may write messages”').waitFor()
  await row.getByText('1 person may do it:').waitFor()
  await row.getByRole('link', { name: 'Iris Okafor' }).waitFor()
  // The question came from there, so the focus is there.
  await expect
    .poll(() => row.locator('summary').evaluate((each) => each === document.activeElement))
    .toBe(true)
  await row.getByText('These people can change that:').waitFor()
  await row.getByRole('link', { name: 'Olive Hart' }).waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await olive.call(updateUserGroupSubgroups, { user_group_id: leads, add: [painters] })
  await row.getByText('This is open, through @leads and @painters.').waitFor()
  await row.getByText('Allowed:', { exact: true }).waitFor({ state: 'attached' })
})

test('an administrator sees it as a guest, as somebody without an account, and as a person', async () => {
  const { channels, people } = story.world
  const page = await story.open('olive', {
    ...phone,
    colorScheme: 'dark',
    path: '/#rights/organization/guest',
  })
  await page.getByRole('heading', { level: 1, name: 'Seen as: A guest' }).waitFor()
  const sight = (name: string) =>
    page.getByRole('list', { name: 'Channels' }).getByRole('listitem').filter({ hasText: name })
  await sight('square').getByText('Reads and writes').waitFor()
  await sight('general').getByText('Does not see it').waitFor()
  await page.getByRole('combobox', { name: 'See it as' }).selectOption('Somebody without an account')
  await sight('square').getByText('Reads', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'See it as' }).selectOption(people.mia.name)
  await page.getByRole('heading', { level: 1, name: `Seen as: ${people.mia.name}` }).waitFor()
  await sight('engine').getByText('Reads and writes · is in it').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWide)).toBe(false)
  // Others see what they may do themselves.
  const member = await story.open('mia', { path: `/#rights/channel-${channels.engine}/guest` })
  await member.getByText('Only administrators see it as somebody else.').waitFor()
  expect(await member.getByRole('combobox', { name: 'See it as' }).count()).toBe(0)
})
