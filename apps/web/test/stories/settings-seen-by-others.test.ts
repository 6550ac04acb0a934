import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { expect, test } from 'vitest'
import { articleOf } from '#test/in-topics.ts'
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
