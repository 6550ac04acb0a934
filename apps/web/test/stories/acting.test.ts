import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()

const { addressOf, messagesOf, open, send } = inTopics(story)
const choose = async (page: Page, text: string, entry: string) => {
  await articleOf(page, text).hover()
  await articleOf(page, text).getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Asks the server which of some messages Iris has not read. */
async function unreadOf(ids: readonly number[]): Promise<number[]> {
  const { messages } = await story.world.people.iris.call(getMessages, { message_ids: [...ids] })
  return messages.filter(({ flags }) => !flags.includes('read')).map(({ id }) => id)
}

test('reactions name three people and count four', async () => {
  const id = await send('otto', 'react', 'React to this')
  const page = await open('iris', 'react')
  await articleOf(page, 'React to this').focus()
  await page.keyboard.press('+')
  await page.getByRole('button', { name: '+1: 1, you' }).waitFor()
  const react = (name: PersonName) =>
    story.world.people[name].call(addReaction, { message_id: id, emoji_name: '+1' })
  await react('otto')
  await react('mia')
  await page.getByRole('button', { name: '+1: 3, you, Otto Lindqvist, and Mia Sato' }).waitFor()
  await react('olive')
  await page.getByRole('button', { name: '+1: 4', exact: true }).click()
  await page.getByRole('button', { name: '+1: 3, Otto Lindqvist, Mia Sato, and Olive Hart' }).waitFor()
  expect(await articleOf(page, 'React to this').getByRole('button', { name: /^\+1/ }).count()).toBe(1)
})

test('a reaction that the server refuses is taken back, and said', async () => {
  await send('otto', 'refused', 'Not this one')
  const page = await open('iris', 'refused')
  story.expectComplaint(/400|Failed to load/)
  await page.route('**/reactions', (route) =>
    route.fulfill({
      status: 400,
      json: { result: 'error', msg: 'No reactions today.', code: 'BAD_REQUEST' },
    }),
  )
  await articleOf(page, 'Not this one').focus()
  await page.keyboard.press('+')
  await page.getByRole('alert').getByText('No reactions today.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: '+1: 1, you' }).count()).toBe(0)
})

test('a star is set from the message, and undone', async () => {
  await send('otto', 'stars', 'Keep this')
  const page = await open('iris', 'stars')
  await articleOf(page, 'Keep this').hover()
  await page.getByRole('button', { name: 'Star', exact: true }).click()
  await articleOf(page, 'Keep this').getByRole('img', { name: 'Starred' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => articleOf(page, 'Keep this').getByRole('img', { name: 'Starred' }).count()).toBe(0)
})

test('two editors of one message see both texts, and lose none', async () => {
  const id = await send('iris', 'edits', 'Warm grey')
  const page = await open('iris', 'edits')
  await choose(page, 'Warm grey', 'Edit')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  // It puts the cursor behind the text when it takes the focus.
  await box.and(page.locator(':focus')).waitFor()
  await box.fill('Warm grey, mine')
  // The change elsewhere is not known yet when the writer saves.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**/messages/${id}**`, async (route) => {
    if (route.request().method() === 'GET') await held
    await route.fallback()
  })
  await story.world.people.iris.call(updateMessage, { message_id: id, content: 'Warm grey, from elsewhere' })
  story.expectComplaint(/400|Failed to load/)
  await page.getByRole('button', { name: 'Save' }).click()
  letGo()
  await page.getByRole('alert').getByText('Warm grey, from elsewhere').waitFor()
  expect(await box.inputValue()).toBe('Warm grey, mine')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await articleOf(page, 'Warm grey, mine').getByText('edited').waitFor()
})

test('before it is saved, an edit shows that the message was edited elsewhere, and the other text', async () => {
  const id = await send('iris', 'edited under', 'Cold grey')
  const page = await open('iris', 'edited under')
  await choose(page, 'Cold grey', 'Edit')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  await box.and(page.locator(':focus')).waitFor()
  await box.fill('Cold grey, mine')
  await story.world.people.iris.call(updateMessage, { message_id: id, content: 'Cold grey, from elsewhere' })
  await page.getByRole('alert').getByText('Cold grey, from elsewhere').waitFor()
  expect(await box.inputValue()).toBe('Cold grey, mine')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await articleOf(page, 'Cold grey, mine').getByText('edited').waitFor()
  expect((await messagesOf('iris', 'edited under')).map(({ content }) => content)).toEqual([
    'Cold grey, mine',
  ])
})

test('messages of others cannot be edited, and the menu says why', async () => {
  await send('otto', 'edits', 'Of Otto')
  const page = await open('iris', 'edits')
  await articleOf(page, 'Of Otto').hover()
  await articleOf(page, 'Of Otto').getByRole('button', { name: 'Message actions' }).click()
  const entry = page.getByRole('menuitem', { name: 'Edit' })
  expect(await entry.getAttribute('aria-disabled')).toBe('true')
  expect(await entry.textContent()).toContain('Only who wrote it may edit it.')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('menu').count()).toBe(0)
})

test('messages move to another topic with those after them, and Undo brings them back', async () => {
  for (const text of ['Stays here', 'Moves one', 'Moves two']) await send('iris', 'moves', text)
  const page = await open('iris', 'moves')
  await articleOf(page, 'Moves one').focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByText('This and later: 2').waitFor()
  await dialog.getByLabel('Topic', { exact: true }).fill('print')
  await dialog.getByText('They begin the topic design > print.').waitFor()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(() => articleOf(page, 'Moves one').count()).toBe(0)
  expect(await articleOf(page, 'Stays here').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await articleOf(page, 'Moves two').waitFor()
})

test('a conversation that somebody moves takes its reader along, with the text in the box', async () => {
  const id = await send('otto', 'drifting', 'Where are we going?')
  const page = await open('iris', 'drifting')
  await page.getByRole('textbox', { name: 'Message #design > drifting' }).fill('Half a thought')
  await story.world.people.otto.call(updateMessage, {
    message_id: id,
    topic: 'arrived',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  await page.getByRole('heading', { level: 1, name: 'arrived' }).waitFor()
  await page.getByRole('status').getByText('Otto Lindqvist moved this conversation to arrived').waitFor()
  expect(page.url()).toContain('/topic/arrived')
  await page.getByRole('textbox', { name: 'Message #design > arrived' }).waitFor()
  // A link from before the move leads to where the message is now.
  await page.goto(`${addressOf('drifting')}/near/${id}`)
  await page.getByRole('heading', { level: 1, name: 'arrived' }).waitFor()
  expect(page.url()).toContain(`/topic/arrived/near/${id}`)
})

test('a topic is resolved and opened again', async () => {
  await send('iris', 'paper', 'Which paper?')
  const page = await open('iris', 'paper')
  await articleOf(page, 'Which paper?').focus()
  await page.keyboard.press('Shift+X')
  await page.getByRole('heading', { level: 1, name: '✔ paper' }).waitFor()
  await page.getByRole('article').first().focus()
  await page.keyboard.press('Shift+X')
  await page.getByRole('heading', { level: 1, name: 'paper', exact: true }).waitFor()
  expect(new URL(page.url()).hash).toContain('/topic/paper')
})

test('a topic is followed and muted, each with Undo', async () => {
  await send('otto', 'quiet', 'Psst')
  const page = await open('mia', 'quiet')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Stop following' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await articleOf(page, 'Psst').focus()
  await page.keyboard.press('Shift+M')
  await page.getByRole('button', { name: 'Unmute' }).waitFor()
  expect(await page.getByRole('button', { name: 'Unmute' }).getAttribute('aria-pressed')).toBe('false')
})

test('a deleted message asks first, and the focus goes to its neighbour', async () => {
  for (const text of ['Goes away', 'Stays']) await send('olive', 'deleting', text)
  const page = await open('olive', 'deleting')
  await articleOf(page, 'Goes away').focus()
  await page.keyboard.press('Delete')
  await page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect.poll(() => articleOf(page, 'Goes away').count()).toBe(0)
})

test('a poll is begun by the menu of formats, with what is written as its question', async () => {
  await send('otto', 'polls by mouse', 'Hello')
  const page = await open('iris', 'polls by mouse')
  const box = page.getByRole('textbox', { name: 'Message #design > polls by mouse' })
  await box.fill('Which grey')
  const begin = async (name: string) => {
    await page.getByRole('button', { name: 'More formatting' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await begin('To-do list')
  await expect.poll(() => box.inputValue()).toBe('/todo Which grey')
  await begin('Poll')
  await page.keyboard.type('?')
  await expect.poll(() => box.inputValue()).toBe('/poll Which grey?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('group', { name: 'Poll: Which grey?' }).waitFor()
  // A message that is there becomes no poll.
  await send('iris', 'polls by mouse', 'Mine')
  await articleOf(page, 'Mine').focus()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Edit message' }).waitFor()
  await page.getByRole('button', { name: 'More formatting' }).first().click()
  await page.getByRole('menuitem', { name: 'Table' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Poll' }).count()).toBe(0)
})

test('votes and options of a poll are seen by everybody at once', async () => {
  await send('iris', 'polls', '/poll Which grey?\nwarm\ncold')
  const [mine, theirs] = [await open('iris', 'polls'), await open('otto', 'polls')]
  // One may press the words of an option, too.
  const words = (await mine.locator('.poll-text', { hasText: 'warm' }).boundingBox())!
  await mine.mouse.click(words.x + 5, words.y + 5)
  await theirs.getByRole('button', { name: 'warm, 1 vote' }).click()
  await mine.getByRole('button', { name: 'warm, 2 votes' }).waitFor()
  await theirs.getByRole('textbox', { name: 'Add an option' }).fill('none')
  await theirs.keyboard.press('Enter')
  await mine.getByRole('button', { name: 'none, 0 votes' }).waitFor()
  await mine.getByRole('button', { name: 'Change the question' }).click()
  await mine.getByRole('textbox', { name: 'Change the question' }).fill('Which grey, really?')
  await mine.keyboard.press('Enter')
  await theirs.getByRole('feed').getByText('Which grey, really?').waitFor()
  await theirs.getByRole('link', { name: 'Poll: Which grey, really?' }).waitFor()
  expect(await theirs.getByRole('button', { name: 'Change the question' }).count()).toBe(0)
})

test('a to-do list is ticked and grows', async () => {
  await send('iris', 'todo', '/todo Print\npaper: A4')
  const page = await open('otto', 'todo')
  await page.getByRole('checkbox', { name: 'paper: A4' }).click()
  await page.getByRole('textbox', { name: /Add a task/ }).fill('ink')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'ink' }).waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'paper: A4' }).isChecked()).toBe(true)
})

test('a message and all after it become unread again, and stay so until one leaves', async () => {
  const ids: number[] = []
  for (const text of ['One', 'Two', 'Three']) ids.push(await send('otto', 'again', text))
  const page = await open('iris', 'again')
  await expect.poll(() => unreadOf(ids)).toEqual([])
  await articleOf(page, 'Two').focus()
  await page.keyboard.press('Shift+U')
  await page.getByText('Reading marks nothing here until you leave.').waitFor()
  await page.getByRole('status').getByText('2 messages marked as unread').waitFor()
  expect(await unreadOf(ids)).toEqual(ids.slice(1))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => unreadOf(ids)).toEqual([])
})

test('a spoiler opens by Enter, code is copied exactly', async () => {
  await send('otto', 'rich', '```spoiler Who did it?\nThe butler\n```\n\n```python\nprint("a  b")\n```')
  const page = await open('iris', 'rich')
  const spoiler = page.getByRole('button', { name: 'Who did it?' })
  expect(await articleOf(page, 'Who did it?').getByText('The butler').isVisible()).toBe(false)
  await spoiler.focus()
  await page.keyboard.press('Enter')
  await articleOf(page, 'Who did it?').getByText('The butler').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('print("a  b")')
})

test('on a phone, a finger that rests on a message opens its menu', async () => {
  await send('otto', 'touch', 'Rest on this')
  const page = await story.open('iris', { path: addressOf('touch'), ...phone })
  const text = articleOf(page, 'Rest on this').getByText('Rest on this')
  const { x, y } = (await text.boundingBox())!
  const press = { pointerType: 'touch', isPrimary: true, clientX: x + 5, clientY: y + 5 }
  await text.dispatchEvent('pointerdown', press)
  await page.getByRole('menu', { name: 'Message actions' }).waitFor()
  await page.getByRole('menuitem', { name: 'Star' }).click()
  await articleOf(page, 'Rest on this').getByRole('img', { name: 'Starred' }).waitFor()
  expect(await page.getByRole('menu').count()).toBe(0)
})
