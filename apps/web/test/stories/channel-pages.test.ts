import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage, widths } from '#test/story.ts'

const story = stage()

const pageOf = (page: Page) => page.getByRole('region', { name: 'Channel settings' })
const permissionOf = (page: Page, name: string) => pageOf(page).getByRole('group', { name })
const addressOf = (id: number, page: string) => `/#channels/${id}/x/${page}`

/** The channel as the server has it. */
const channelAs = async (id: number) =>
  (await story.world.people.olive.call(getStreamById, { stream_id: id })).stream

async function systemGroup(name: string): Promise<number> {
  const { user_groups } = await story.world.people.olive.call(getUserGroups, {})
  return user_groups.find((group) => group.name === name)!.id
}

test('33. A private channel without earlier messages, in which a group with a group within it may write', async () => {
  const { olive, otto, mia, iris } = story.world.people
  const inner = await olive.call(createUserGroup, {
    name: 'apprentices',
    description: '',
    members: [otto.id],
  })
  await olive.call(createUserGroup, {
    name: 'printers',
    description: '',
    members: [iris.id],
    subgroups: [inner.group_id],
  })
  const page = await story.open('iris', { path: '/#channels/new' })
  await page.getByLabel('Name', { exact: true }).fill('press room')
  await page.getByLabel('Private, without earlier messages').check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'press room' }).first().waitFor()
  const id = Number(/channel\/(\d+)/.exec(page.url())![1])
  await story.world.people.iris.call(updateStream, { stream_id: id, description: 'Where it is loud' })
  await page.goto(addressOf(id, 'permissions'))
  const writing = permissionOf(page, 'Who may write messages')
  await writing.getByRole('button', { name: 'Remove everyone' }).click()
  await writing.getByText('Nobody', { exact: true }).waitFor()
  await writing.getByRole('combobox').fill('print')
  await writing.getByRole('option', { name: '@printers' }).click()
  await writing.getByText('That is 2 people.').waitFor()
  await writing.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved for press room').waitFor()
  await expect.poll(async () => writing.getByRole('button', { name: 'Save' }).count()).toBe(0)
  // Mia comes later: she sees nothing earlier, and no box until she is in the group.
  await page.goto(`/#narrow/channel/${id}/topic/ink`)
  await page.getByRole('textbox', { name: /ink/ }).fill('Before Mia came')
  await page.getByRole('textbox', { name: /ink/ }).press('Control+Enter')
  await articleOf(page, 'Before Mia came').waitFor()
  await page.goto(addressOf(id, 'subscribers'))
  await pageOf(page).getByRole('combobox', { name: 'Add people' }).fill('mia')
  await page.getByRole('option', { name: /Mia Sato/ }).click()
  await pageOf(page).getByText('They will read only what is written from now on.').waitFor()
  await pageOf(page).getByRole('button', { name: 'Add 1 person' }).click()
  await pageOf(page).getByRole('link', { name: 'Mia Sato' }).waitFor()
  const other = await story.open('mia', { path: `/#narrow/channel/${id}/topic/ink` })
  await headingOf(other, 'ink').waitFor()
  await other.getByText(/Only @printers/).waitFor()
  expect(await articleOf(other, 'Before Mia came').count()).toBe(0)
  expect(await other.getByRole('textbox', { name: /ink/ }).count()).toBe(0)
  await other.evaluate(() => document.body.setAttribute('data-loaded', 'once'))
  await olive.call(updateUserGroupMembers, { user_group_id: inner.group_id, add: [mia.id] })
  await other.getByRole('textbox', { name: /ink/ }).waitFor()
  expect(await other.locator('body').getAttribute('data-loaded')).toBe('once')
})

test.each(widths)(
  '%s, name, purpose, readers and the rest are changed, seen elsewhere, and taken back',
  async (_, size) => {
    const { engine } = story.world.channels
    const page = await story.open('olive', { path: addressOf(engine, 'general'), ...size })
    const other = await story.open('otto', { path: `/#topics/channel/${engine}` })
    const name = size === phone ? 'engine by touch' : 'steam engine'
    await pageOf(page).getByLabel('Name', { exact: true }).fill(name)
    await pageOf(page).getByRole('button', { name: 'Save' }).click()
    await other.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await other.getByRole('heading', { name: 'engine', exact: true }).waitFor()
    await expect.poll(() => pageOf(page).getByLabel('Name', { exact: true }).inputValue()).toBe('engine')
    await pageOf(page)
      .getByRole('radio', { name: /^Private Only people who are added see it\. They/ })
      .check()
    await pageOf(page).getByText('Only its people will see this channel.').waitFor()
    await pageOf(page).getByRole('button', { name: 'Cancel' }).click()
    expect((await channelAs(engine)).invite_only).toBe(false)
    await pageOf(page).getByLabel('Topics').selectOption('Every message needs a topic')
    await expect.poll(async () => (await channelAs(engine)).topics_policy).toBe('disable_empty_topic')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await channelAs(engine)).topics_policy).toBe('inherit')
    await pageOf(page).getByLabel('Messages are kept').selectOption('A number of days')
    await pageOf(page).getByText('That cannot be undone.').waitFor()
    await pageOf(page).getByLabel('Days', { exact: true }).fill('90')
    await pageOf(page).getByLabel('Days', { exact: true }).press('Tab')
    await expect.poll(async () => (await channelAs(engine)).message_retention_days).toBe(90)
    await pageOf(page).getByLabel('Messages are kept').selectOption('realm_default')
    await expect.poll(async () => (await channelAs(engine)).message_retention_days).toBeNull()
    expect(await accessibilityProblems(page)).toEqual([])
  },
)

test('a channel is archived after a question, and comes back', async () => {
  const { square } = story.world.channels
  const page = await story.open('olive', { path: addressOf(square, 'general') })
  await pageOf(page).getByRole('button', { name: 'Archive the channel' }).click()
  await page
    .getByRole('dialog', { name: /Archive square/ })
    .getByRole('button', { name: 'Archive' })
    .click()
  await expect.poll(async () => (await channelAs(square)).is_archived).toBe(true)
  await pageOf(page).getByRole('button', { name: 'Bring the channel back' }).click()
  await expect.poll(async () => (await channelAs(square)).is_archived).toBe(false)
})

test('what somebody else saved meanwhile stands beside one’s own choice', async () => {
  const { design } = story.world.channels
  const { olive } = story.world.people
  const page = await story.open('olive', { path: addressOf(design, 'permissions'), colorScheme: 'dark' })
  const adding = permissionOf(page, 'Who may add people')
  await adding.getByRole('combobox').fill('otto')
  await adding.getByRole('option', { name: 'Otto Lindqvist' }).click()
  await adding.getByText('That is 1 person.').waitFor()
  const moderators = await systemGroup('role:moderators')
  await olive.call(updateStream, { stream_id: design, can_add_subscribers_group: { new: moderators } })
  await adding.getByRole('alert').getByText('Now it is: moderators.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await adding.getByRole('button', { name: 'Save yours' }).click()
  await expect
    .poll(async () => (await channelAs(design)).can_add_subscribers_group)
    .toEqual({ direct_members: [story.world.people.otto.id], direct_subgroups: [] })
})

test('whoever may not change a channel reads why', async () => {
  const { design } = story.world.channels
  const page = await story.open('mia', { path: addressOf(design, 'general') })
  const reason = pageOf(page).getByText(/Only administrators.* may change this/)
  await reason.waitFor()
  expect(await reason.count()).toBe(1)
  expect(await pageOf(page).getByLabel('Name', { exact: true }).isEditable()).toBe(false)
  await page.goto(addressOf(design, 'permissions'))
  const writing = permissionOf(page, 'Who may write messages')
  await writing.waitFor()
  expect(await reason.count()).toBe(1)
  expect(await writing.getByRole('combobox').count()).toBe(0)
})

test('what was typed stays when the right is lost, and when the channel is archived under one’s hands', async () => {
  const { engine } = story.world.channels
  const { olive, iris } = story.world.people
  const administer = (ids: number[]) =>
    olive.call(updateStream, {
      stream_id: engine,
      can_administer_channel_group: { new: { direct_members: ids, direct_subgroups: [] } },
    })
  await administer([iris.id])
  const page = await story.open('iris', { path: addressOf(engine, 'general') })
  const purpose = pageOf(page).getByLabel('What it is for')
  await expect.poll(() => purpose.isEditable()).toBe(true)
  await purpose.fill('Gears and wheels')
  await administer([])
  await pageOf(page)
    .getByText(/Only administrators.* may change this/)
    .first()
    .waitFor()
  // The same words may stand beside another setting already.
  await expect.poll(() => purpose.isEditable()).toBe(false)
  expect(await purpose.inputValue()).toBe('Gears and wheels')
  await administer([iris.id])
  await expect.poll(() => purpose.isEditable()).toBe(true)
  await olive.call(archiveStream, { stream_id: engine })
  await pageOf(page).getByRole('button', { name: 'Bring the channel back' }).waitFor()
  expect(await purpose.inputValue()).toBe('Gears and wheels')
  await olive.call(updateStream, { stream_id: engine, is_archived: false })
  await pageOf(page).getByRole('button', { name: 'Archive the channel' }).waitFor()
  await pageOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await channelAs(engine)).description).toBe('Gears and wheels')
})

test('a channel is hidden from agents, and others read who may show it again', async () => {
  const { engine } = story.world.channels
  const page = await story.open('olive', { path: addressOf(engine, 'general') })
  const hidden = (of: Page) => pageOf(of).getByRole('switch', { name: /^Agents do not see this channel/ })
  await hidden(page).click()
  const shown = async () => (await channelAs(engine)).hidden_from_agents
  await expect.poll(shown).toBe(true)
  const other = await story.open('mia', { path: addressOf(engine, 'general') })
  await hidden(other).waitFor()
  expect([await hidden(other).isChecked(), await hidden(other).isDisabled()]).toEqual([true, true])
  const tokens = await story.open('mia', { path: '/#settings/access-tokens' })
  await tokens.getByRole('button', { name: 'New access token' }).click()
  await tokens.getByRole('radio', { name: /^Only for agents/ }).check()
  await tokens.getByRole('checkbox', { name: '#design' }).waitFor()
  expect(await tokens.getByRole('checkbox', { name: '#engine' }).count()).toBe(0)
  await hidden(page).click()
  await expect.poll(shown).toBe(false)
  await tokens.getByRole('checkbox', { name: '#engine' }).waitFor()
})

test('what a channel is to oneself is changed in both windows, and says what holds without a choice', async () => {
  const { design } = story.world.channels
  const { iris } = story.world.people
  const page = await story.open('iris', { path: addressOf(design, 'personal') })
  const other = await story.open('iris', { path: addressOf(design, 'personal') })
  const push = (of: Page) => pageOf(of).getByRole('switch', { name: /^Phone/ })
  await pageOf(page).getByText('As in your settings: on').first().waitFor()
  await push(other).waitFor()
  const before = await push(other).isChecked()
  await push(page).click()
  await expect.poll(() => push(other).isChecked()).toBe(!before)
  await pageOf(page).getByRole('switch', { name: 'Pin to the top' }).click()
  await pageOf(page).getByLabel('Colour').fill('#336699')
  const own = async () =>
    (await iris.call(getSubscriptions, {})).subscriptions.find(({ stream_id }) => stream_id === design)
  await expect.poll(async () => (await own())?.color).toBe('#336699')
  expect((await own())?.pin_to_top).toBe(true)
})

test('somebody is taken out of a channel and comes back by Undo', async () => {
  const { engine } = story.world.channels
  const page = await story.open('olive', { path: addressOf(engine, 'subscribers') })
  const otto = pageOf(page).getByRole('link', { name: 'Otto Lindqvist' })
  await otto.waitFor()
  await pageOf(page).getByRole('button', { name: 'Remove Otto Lindqvist' }).click()
  await expect.poll(() => otto.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await otto.waitFor()
  expect(await pageOf(page).getByRole('heading', { name: '3 people' }).count()).toBe(1)
})
