import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import type { UserSettingName } from '@tagma/contract/settings/user-settings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, rowOf } from '#test/in-topics.ts'
import { go, toldToClients } from '#test/setting-readings.ts'
import { stage } from '#test/story.ts'

// Settings whose effect somebody else sees, or which take more than one step to see.

const story = stage()

test('who turns presence off is away for others, and so is everybody where the organization wants none', async () => {
  const { iris } = story.world.people
  const [page, other] = await Promise.all([
    story.open('iris', { path: '/#settings/account-and-privacy' }),
    story.open('otto', { path: `/#user/${iris.id}` }),
  ])
  const title = other.locator('.person-name')
  await expect.poll(() => title.textContent()).toContain('here')
  await page.locator('[data-setting="presence_enabled"]').setChecked(false)
  await expect.poll(() => title.textContent()).not.toContain('here')
  await page.locator('[data-setting="presence_enabled"]').setChecked(true)
  await expect.poll(() => title.textContent()).toContain('here')
  const organization = await story.open('olive', { path: '/#organization/organization-settings' })
  const row = organization.locator('[data-setting="presence_disabled"]')
  await row.getByRole('switch').click()
  await expect.poll(() => title.textContent()).not.toContain('here')
})

test('who sends no read receipts is not among those who have read a message', async () => {
  const { iris } = story.world.people
  const id = await story.world.send(
    'otto',
    { channel: 'design', topic: 'receipts' },
    'Has anybody read this?',
  )
  await iris.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  const [page, other] = await Promise.all([
    story.open('iris', { path: '/#settings/account-and-privacy' }),
    story.open('otto', { path: `/#narrow/channel/${story.world.channels.design}-design/topic/receipts` }),
  ])
  const readers = async () => {
    const message = articleOf(other, 'Has anybody read this?')
    await message.hover()
    await message.getByRole('button', { name: 'Message actions' }).click()
    await other.getByRole('menuitem', { name: 'Who has read it' }).click()
    const dialog = other.getByRole('dialog', { name: 'Who has read it' })
    await dialog.getByText(/^(Nobody yet|\d+ person)/).waitFor()
    const count = await dialog.getByText('Iris Okafor').count()
    await other.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return count
  }
  await expect.poll(readers).toBe(1)
  await page.locator('[data-setting="send_read_receipts"]').setChecked(false)
  await expect.poll(readers).toBe(0)
})

test('quiet channels sink in the list of places where their reader wants it', async () => {
  const { design } = story.world.channels
  // Not the client yet: from its copy, it would go on without registering.
  const page = await story.open('iris', { path: '/api/v1/server_settings' })
  // Only weeks make a channel quiet: the page is told that this one is.
  await page.route('**/json/register', async (route) => {
    const answer = await route.fetch()
    const state = (await answer.json()) as { subscriptions?: { stream_id: number }[] }
    const subscriptions = state.subscriptions?.map((each) =>
      each.stream_id === design ? { ...each, is_recently_active: false } : each,
    )
    await route.fulfill({ response: answer, json: { ...state, subscriptions } })
  })
  await page.goto('/#settings/preferences')
  const names = async () => {
    const all = await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: /^(design|engine)/ })
      .allTextContents()
    return all.map((name) => /design|engine/.exec(name)?.[0])
  }
  const choice = page.locator('[data-setting="demote_inactive_streams"]')
  await choice.selectOption('Always')
  await expect.poll(names).toEqual(['engine', 'design'])
  await choice.selectOption('Never')
  await expect.poll(names).toEqual(['design', 'engine'])
})

/** Chooses a setting of one's own on a page that is open, and waits until the server has it. */
async function choose(page: Page, name: UserSettingName, text: string, value: unknown): Promise<void> {
  await page.locator(`[data-setting="${name}"]`).selectOption(text)
  const told = async () => (await toldToClients(story.world.people.mia)).user_settings?.[name]
  await expect.poll(told, { message: name }).toBe(value)
}

test('topics are followed and unmuted by themselves as the settings say, in other windows at once', async () => {
  const { mia } = story.world.people
  const { design, engine } = story.world.channels
  const [page, other] = await Promise.all([
    story.open('mia', { path: '/#settings/notifications' }),
    story.open('mia', { path: `/#topics/channel/${design}-design` }),
  ])
  const write = (topic: string, text: string, from: 'mia' | 'otto' = 'mia') =>
    story.world.send(from, { channel: 'design', topic }, text)
  const mark = (topic: string) => rowOf(other, new RegExp(`^${topic}.*Followed`))
  await choose(page, 'automatically_follow_topics_policy', 'Never', 4)
  await write('kettle', 'Does it boil?')
  await rowOf(other, /^kettle/).waitFor()
  expect(await mark('kettle').count()).toBe(0)
  await choose(page, 'automatically_follow_topics_policy', 'When you write in it', 2)
  await write('kettle', 'It does.')
  await mark('kettle').waitFor()
  await choose(page, 'automatically_follow_topics_policy', 'Never', 4)
  const mentions = page.locator('[data-setting="automatically_follow_topics_where_mentioned"]')
  const isFollowing = async () =>
    (await toldToClients(mia)).user_settings?.automatically_follow_topics_where_mentioned
  await mentions.setChecked(false)
  await expect.poll(isFollowing).toBe(false)
  await write('teapot', `@**${mia.name}** where is it?`, 'otto')
  await rowOf(other, /^teapot/).waitFor()
  expect(await mark('teapot').count()).toBe(0)
  await mentions.setChecked(true)
  await expect.poll(isFollowing).toBe(true)
  await write('teapot', `@**${mia.name}** found it`, 'otto')
  await mark('teapot').waitFor()
  await mia.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: engine, property: 'is_muted', value: true }],
  })
  await go(other, '#settings/topics')
  const listed = (topic: string) => other.getByRole('main').getByRole('listitem').filter({ hasText: topic })
  await listed('teapot').waitFor()
  await choose(page, 'automatically_unmute_topics_in_muted_streams_policy', 'Never', 4)
  await story.world.send('mia', { channel: 'engine', topic: 'valve' }, 'It leaks.')
  await choose(page, 'automatically_unmute_topics_in_muted_streams_policy', 'When you write in it', 2)
  await story.world.send('mia', { channel: 'engine', topic: 'piston' }, 'It holds.')
  await listed('piston').waitFor()
  expect(await listed('valve').count()).toBe(0)
})

test('notices of resolved topics are unread in other windows for whoever wants them', async () => {
  const { iris } = story.world.people
  const { design } = story.world.channels
  const [page, other] = await Promise.all([
    story.open('mia', { path: '/#settings/preferences' }),
    story.open('mia', { path: `/#topics/channel/${design}-design` }),
  ])
  const message_id = await story.world.send(
    'otto',
    { channel: 'design', topic: 'biscuits' },
    'Are there any?',
  )
  const rename = (topic: string) =>
    iris.call(updateMessage, { message_id, topic, propagate_mode: 'change_all' })
  await rowOf(other, /^biscuits.*1 unread/).waitFor()
  await choose(page, 'resolved_topic_notice_auto_read_policy', 'Always', 'always')
  await rename('✔ biscuits')
  await rowOf(other, /resolved.*biscuits/i).waitFor()
  expect(await rowOf(other, /biscuits.*1 unread/).count()).toBe(1)
  await choose(page, 'resolved_topic_notice_auto_read_policy', 'Never', 'never')
  await rename('biscuits')
  await rowOf(other, /biscuits.*2 unread/).waitFor()
})
