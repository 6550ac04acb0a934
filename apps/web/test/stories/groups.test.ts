import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { encoded } from '#test/in-topics.ts'
import { accessibilityProblems, phone, sizes, stage } from '#test/story.ts'

const story = stage()

/** A group as the server has it. */
async function groupNamed(name: string) {
  const { user_groups } = await story.world.people.olive.call(getUserGroups, {
    include_deactivated_groups: true,
  })
  return user_groups.find((group) => group.name === name)
}

/** Makes a group with people of the world; returns its id. */
async function makeGroup(name: string, ...members: ('iris' | 'otto' | 'mia')[]): Promise<number> {
  const { people } = story.world
  const ids = members.map((member) => people[member].id)
  const { group_id } = await people.olive.call(createUserGroup, { name, description: '', members: ids })
  return group_id
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages of the group' }).getByRole('link', { name })

test('by keys, n makes a group', async () => {
  const page = await story.open('olive', { path: '/#groups/all' })
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { level: 1, name: 'New group' }).waitFor()
  expect(page.url()).toContain('#groups/new')
})

test('a group is made, and another browser sees its people come and go', async () => {
  const { people } = story.world
  const [page, other] = await Promise.all([
    story.open('iris', { path: '/#groups/your' }),
    story.open('otto', { path: '/#groups/your' }),
  ])
  await page.getByText('You are in no group.').waitFor()
  await page.getByRole('link', { name: 'New group' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('letters')
  await page.getByRole('textbox', { name: 'What it is for' }).fill('Who draw letters.')
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { level: 1, name: '@letters' }).waitFor()
  await page.getByText('1 person belongs to it').waitFor()
  await page.getByRole('combobox', { name: 'Add people' }).fill('otto')
  await page.getByRole('option', { name: people.otto.name }).click()
  await page.getByRole('button', { name: 'Add 1 person' }).click()
  await page.getByText('2 people belong to it').waitFor()
  await other.getByRole('link', { name: /@letters/ }).click()
  await other.getByText('2 people belong to it').waitFor()
  // Otto may not change it, and reads who may.
  await other.getByText(/^Only .*Iris Okafor/).waitFor()
  expect(await other.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  await other.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByText('1 person belongs to it').waitFor()
  expect((await groupNamed('letters'))?.members).toEqual([people.iris.id])
  // He may not join it again, so nothing offers to take that back.
  await other.getByRole('status').filter({ hasText: '@letters is changed.' }).waitFor()
  expect(await other.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a name that is taken is refused, and what was typed stays', async () => {
  await makeGroup('taken')
  const page = await story.open('olive', { path: '/#groups/new' })
  story.expectComplaint('400')
  await page.getByRole('textbox', { name: 'Name' }).fill('taken')
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('alert').filter({ hasText: "'taken' already exists" }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('taken')
})

test('a group is renamed, gets a subgroup and other permissions, each with its effect', async () => {
  const inner = await makeGroup('inner', 'mia', 'otto')
  const outer = await makeGroup('outer', 'iris')
  const page = await story.open('olive', { path: `/#groups/${outer}/outer/members` })
  await page.getByRole('combobox', { name: 'Add a subgroup' }).selectOption('@inner')
  await page.getByText('3 people belong to it').waitFor()
  await page.getByRole('list', { name: 'Subgroups' }).getByRole('link', { name: '@inner' }).waitFor()
  // A group never contains itself.
  await page.goto(`/#groups/${inner}/inner/members`)
  await page.getByRole('heading', { level: 1, name: '@inner' }).waitFor()
  const offered = page.getByRole('combobox', { name: 'Add a subgroup' }).getByRole('option')
  expect(await offered.allTextContents()).not.toContain('@outer')
  await tab(page, 'General').click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('core')
  await name.press('Enter')
  await page.getByRole('heading', { level: 1, name: '@core' }).waitFor()
  await tab(page, 'Permissions').click()
  const join = page.getByRole('group', { name: 'Who may join' })
  await join.getByRole('combobox').fill('members')
  await page.getByRole('option', { name: 'members', exact: true }).click()
  const iris = await story.open('iris', { path: `/#groups/${inner}/core/members` })
  await iris.getByText('2 people belong to it').waitFor()
  expect(await iris.getByRole('button', { name: 'Join' }).count()).toBe(0)
  await join.getByRole('button', { name: 'Save' }).click()
  await iris.getByRole('button', { name: 'Join' }).click()
  await iris.getByText('3 people belong to it').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a group in use is not ended, and the page leads to what uses it', async () => {
  const part = await makeGroup('part', 'mia')
  const { olive } = story.world.people
  await olive.call(createUserGroup, { name: 'whole', description: '', members: [], subgroups: [part] })
  const page = await story.open('olive', { path: `/#groups/${part}/part/general` })
  story.expectComplaint('400')
  await page.getByRole('button', { name: 'Deactivate group' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate group' }).click()
  const uses = page.getByRole('alert').filter({ hasText: 'The group is still used' })
  await uses.getByRole('link', { name: '@whole' }).click()
  await page.getByRole('heading', { level: 1, name: '@whole' }).waitFor()
  await page.getByRole('button', { name: 'Remove @part' }).click()
  await page.getByText('Nobody belongs to it.').waitFor()
  await page.goto(`/#groups/${part}/part/general`)
  await page.getByRole('button', { name: 'Deactivate group' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate group' }).click()
  await page.getByText('This group is deactivated.').waitFor()
  expect((await groupNamed('part'))?.deactivated).toBe(true)
  await page.getByRole('button', { name: 'Reactivate group' }).click()
  await expect.poll(async () => (await groupNamed('part'))?.deactivated).toBe(false)
})

test('groups by role are read and not changed, and deactivated ones are marked', async () => {
  await story.world.people.olive.call(deactivateUserGroup, { user_group_id: await makeGroup('gone') })
  const page = await story.open('olive', {
    path: '/#groups/all',
    ...phone,
    viewport: { width: 320, height: 700 },
  })
  const groups = page.getByRole('list', { name: 'Groups' })
  await groups.getByRole('listitem').filter({ hasText: '@gone' }).getByText('Deactivated').waitFor()
  await groups.getByRole('link', { name: /^moderators/ }).tap()
  await page.getByText('Roles decide who is in this group').waitFor()
  await page.getByText(story.world.people.mo.name).waitFor()
  expect(await page.getByRole('button', { name: /^(Remove|Add|Join|Leave)/ }).count()).toBe(0)
  await tab(page, 'Permissions').tap()
  await page.getByRole('group', { name: 'Who may mention the group' }).waitFor()
  expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0)
  const excess = () =>
    page.locator('.page-scroll').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await excess()).toBe(0)
})

test.each(sizes)(
  '%s, the mention of a group opens a card with its people, also those of groups in it',
  async (_, size) => {
    const suffix = size === phone ? ' by touch' : ''
    const { people, channels, send } = story.world
    const inner = await makeGroup(`pens${suffix}`, 'mia', 'iris')
    await people.olive.call(createUserGroup, {
      name: `ink${suffix}`,
      description: 'Who fills the pens.',
      members: [people.otto.id],
      subgroups: [inner],
    })
    const topic = `cards${suffix}`
    await send('otto', { channel: 'design', topic }, `@*ink${suffix}* the black is out`)
    const address = `/#narrow/channel/${channels.design}-design/topic/${encoded(topic)}`
    const page = await story.open('iris', { path: address, ...size })
    const before = page.url()
    await page.getByRole('button', { name: `@ink${suffix}` }).click()
    const card = page.getByRole('dialog', { name: `@ink${suffix}` })
    await card.getByText('Who fills the pens.').waitFor()
    await card.getByText('3 people belong to it, subgroups counted.').waitFor()
    await card.getByText(`You are in it through @pens${suffix}.`).waitFor()
    const members = card.getByRole('list', { name: 'Members' })
    for (const { name } of [people.iris, people.mia, people.otto])
      await members.getByRole('link', { name }).waitFor()
    expect(await members.getByRole('link').count()).toBe(3)
    expect(page.url()).toBe(before)
    expect(await accessibilityProblems(page)).toEqual([])
    await card.getByRole('button', { name: 'Mention' }).click()
    await expect.poll(() => card.count()).toBe(0)
    const box = page.getByRole('textbox', { name: /^Message #design/ })
    expect(await box.inputValue()).toBe(`@*ink${suffix}* `)
    await page.getByRole('button', { name: `@ink${suffix}` }).click()
    await card.getByRole('link', { name: 'Page of the group' }).click()
    await page.getByRole('heading', { level: 1, name: `@ink${suffix}` }).waitFor()
    // The reader's groups include those that they are in through subgroups.
    await page.goto('/#groups/your')
    await page.getByRole('link', { name: new RegExp(`@ink${suffix} .*through @pens${suffix}`) }).waitFor()
    await page.goto(`/#user/${people.mia.id}`)
    await page.getByRole('link', { name: `@ink${suffix}`, exact: true }).waitFor()
  },
)
