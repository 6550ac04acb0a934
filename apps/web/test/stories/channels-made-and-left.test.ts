import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

const channelNamed = async (name: string) => {
  const { streams } = await story.world.people.olive.call(getStreams, { include_all: true })
  return streams.find((channel) => channel.name === name)
}

test('a channel is created with its people, and opens', async () => {
  const page = await story.open('olive', { path: '/#channels/available' })
  await page.getByRole('main').getByRole('link', { name: 'New channel' }).click()
  await page.getByRole('heading', { level: 1, name: 'New channel' }).waitFor()
  await page.getByLabel('Name').fill('printing')
  await page.getByLabel('What it is for').fill('Paper and ink')
  await page.getByLabel('Private, without earlier messages').check()
  await page.getByLabel('Folder').selectOption('Product')
  await page.getByRole('combobox', { name: 'People in it' }).fill('#square')
  await page.getByRole('option', { name: '#square' }).click()
  await page.getByText('5 people').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 2, name: 'printing' }).waitFor()
  // The form is gone: the next channel begins with an empty one.
  await expect.poll(() => page.getByRole('heading', { level: 1, name: 'New channel' }).count()).toBe(0)
  const made = await channelNamed('printing')
  expect(made).toMatchObject({
    description: 'Paper and ink',
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const { subscribers } = await story.world.people.olive.call(getSubscribers, {
    stream_id: made?.stream_id ?? 0,
  })
  expect(subscribers.length).toBe(5)
})

test('channels to join in a folder are shown without those of other folders', async () => {
  const page = await story.open('mo', { path: '/#inbox' })
  const places = page.getByRole('navigation', { name: 'Places' })
  const main = page.getByRole('main')
  const folder = main.getByRole('combobox', { name: 'Folder' })
  await places
    .getByRole('link', { name: /more channel/ })
    .first()
    .click()
  await expect.poll(() => folder.locator('option:checked').textContent()).toBe('Product')
  await main.getByRole('link', { name: 'All', exact: true }).click()
  await expect.poll(() => page.url()).toMatch(/#channels\/folders\/\d+\/all$/)
  expect(await folder.locator('option:checked').textContent()).toBe('Product')
  const rows = main.getByRole('listitem')
  expect((await rows.allTextContents()).every((text) => text.includes('Product'))).toBe(true)
  await folder.selectOption('All folders')
  await expect.poll(() => page.url()).toMatch(/#channels\/all$/)
  await main.getByRole('link', { name: /^general/ }).waitFor()
})

test('by keys, n creates a channel, and Shift+V opens the channel with the focus', async () => {
  const page = await story.open('iris', { path: '/#channels/all' })
  await page
    .getByRole('main')
    .getByRole('link', { name: /^engine/ })
    .focus()
  await page.keyboard.press('Shift+V')
  await page.getByRole('heading', { level: 2, name: 'engine' }).waitFor()
  await page.goto('/#channels/all')
  const search = page.getByRole('main').getByRole('searchbox')
  await search.press('n')
  expect(await search.inputValue()).toBe('n')
  await search.fill('')
  await search.press('ArrowDown')
  await page.keyboard.press('n')
  await page.getByRole('heading', { level: 1, name: 'New channel' }).waitFor()
})

test('a name that is taken leads to the channel that has it', async () => {
  const page = await story.open('iris', { path: '/#channels/new' })
  story.expectComplaint(/4\d\d|Failed to load/)
  await page.getByLabel('Name').fill('design')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Open it' }).click()
  await page.getByRole('heading', { level: 2, name: 'design' }).waitFor()
  expect(page.url()).toContain(`#topics/channel/${story.world.channels.design}`)
})

test('a channel is left from its list, and Undo joins it again', async () => {
  const page = await story.open('mia', { path: `/#topics/channel/${story.world.channels.engine}-engine` })
  const isIn = async () => {
    const { subscribers } = await story.world.people.olive.call(getSubscribers, {
      stream_id: story.world.channels.engine,
    })
    return subscribers.includes(story.world.people.mia.id)
  }
  await page.getByRole('button', { name: 'Channel actions' }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await page.getByText('You left engine').waitFor()
  await expect.poll(isIn).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(isIn).toBe(true)
})

test('an administrator deletes a topic; others are told who may', async () => {
  for (const text of ['One', 'Two'])
    await story.world.send('iris', { channel: 'design', topic: 'junk' }, text)
  const path = `/#narrow/channel/${story.world.channels.design}-design/topic/junk`
  const member = await story.open('iris', { path })
  await member.getByRole('button', { name: 'Conversation actions' }).click()
  const entry = member.getByRole('menuitem', { name: 'Delete topic' })
  expect(await entry.textContent()).toContain('Only administrators may delete a topic.')
  const page = await story.open('olive', { path })
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete topic' }).click()
  const question = page.getByRole('dialog', { name: 'Delete junk?' })
  // The server takes a part of a large topic at a time, and is asked again.
  const answers = [{ complete: false }, undefined]
  let letGo = () => {}
  const seen = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/delete_topic', async (route) => {
    const answer = answers.shift()
    if (answer) return route.fulfill({ json: { result: 'success', msg: '', ...answer } })
    await seen
    await route.fallback()
  })
  await question.getByRole('button', { name: 'Delete topic' }).click()
  await question.getByRole('status').getByText('1 part is done').waitFor()
  expect(await question.getByRole('progressbar').getAttribute('max')).toBe('2')
  letGo()
  await page.getByText('junk is deleted').waitFor()
  await expect.poll(() => member.getByRole('article').count()).toBe(0)
})

test('a channel is made with all its settings, those that one may not choose say who may', async () => {
  const page = await story.open('olive', { path: '/#channels/new' })
  await page.getByLabel('Name').fill('ledger')
  await page.getByText('More settings').click()
  await page.getByRole('combobox', { name: /^Topics/ }).selectOption('Every message needs a topic')
  await page.getByRole('combobox', { name: 'Messages are kept' }).selectOption('A number of days')
  await page.getByRole('spinbutton', { name: 'Days' }).fill('90')
  await page.getByRole('switch', { name: 'Newcomers are in it' }).click()
  const writers = page.getByRole('group', { name: 'Who may write messages' })
  await writers.getByRole('button', { name: 'Remove everyone' }).click()
  // Enter takes the first one that fits, and never sends the form.
  await writers.getByRole('combobox').fill('nowhere')
  await page.keyboard.press('Enter')
  await writers.getByRole('combobox').fill('moder')
  await page.getByRole('option', { name: /moderators/i, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await writers.getByText('2 people').waitFor()
  // A name that is taken keeps all of it.
  await page.getByLabel('Name').fill('design')
  story.expectComplaint('409')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Open it' }).waitFor()
  expect(await page.getByRole('spinbutton', { name: 'Days' }).inputValue()).toBe('90')
  await page.getByLabel('Name').fill('ledger')
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'ledger' }).waitFor()
  const made = await channelNamed('ledger')
  const { user_groups } = await story.world.people.olive.call(getUserGroups, {})
  expect(made).toMatchObject({
    topics_policy: 'disable_empty_topic',
    message_retention_days: 90,
    can_send_message_group: user_groups.find(({ name }) => name === 'role:moderators')?.id,
  })
  const other = await story.open('iris', { path: '/#channels/new' })
  await other.getByText('More settings').click()
  expect(await other.getByRole('combobox', { name: 'Messages are kept' }).isDisabled()).toBe(true)
  await other
    .getByText(/owners/i)
    .first()
    .waitFor()
  expect(await other.getByRole('switch', { name: 'Newcomers are in it' }).isDisabled()).toBe(true)
})

test('folders are made, renamed, ordered by keys and archived in place; others see it at once', async () => {
  const [page, other] = await Promise.all([
    story.open('olive', { path: '/#channels/all', ...phone }),
    story.open('iris', { path: '/#channels/all' }),
  ])
  await page.getByRole('button', { name: 'Folders', exact: true }).click()
  const folders = page.getByRole('list', { name: 'Folders' })
  await folders.getByText('Product').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('product')
  story.expectComplaint('400')
  await page.getByRole('button', { name: 'Make', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'already in use' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Office')
  await page.getByRole('button', { name: 'Make', exact: true }).click()
  await folders.getByText('Office').waitFor()
  await folders.getByRole('button', { name: 'Move Office' }).press('Alt+ArrowUp')
  const inOther = other.getByLabel('Folder').locator('option')
  await expect
    .poll(() => inOther.allTextContents())
    .toEqual(['All folders', 'Office', 'Product', 'No folder'])
  await folders.getByRole('button', { name: 'Change Office' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Rooms')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await folders.getByText('Rooms').waitFor()
  await folders.getByRole('button', { name: 'Archive Product' }).click()
  await page.getByRole('alert').filter({ hasText: 'channel' }).waitFor()
  await folders.getByRole('button', { name: 'Archive Rooms' }).click()
  await expect.poll(() => inOther.allTextContents()).toEqual(['All folders', 'Product', 'No folder'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await folders.getByText('Rooms').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await other.getByRole('button', { name: 'Folders', exact: true }).click()
  await other.getByText('Only administrators may change this.').waitFor()
  expect(await other.getByRole('button', { name: /^(Archive|Change|Move) / }).count()).toBe(0)
})
