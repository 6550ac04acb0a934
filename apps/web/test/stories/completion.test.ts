import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { expect, test } from 'vitest'
import { boxOf, inTopics } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()
const { send, open, messagesOf } = inTopics(story)

/** The text of a message as the server has it. */
const lastOf = async (topic: string) => (await messagesOf('iris', topic)).at(-1)?.content

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)('%s, of two people with one name, the text says which one is meant', async (_, size) => {
  const topic = size === phone ? 'names by touch' : 'names'
  const { olive, otto } = story.world.people
  if (size !== phone)
    await olive.call(createUser, {
      email: 'otto.the.second@example.com',
      password: 'correct horse battery',
      full_name: otto.name,
    })
  await send('otto', topic, 'Hello')
  const page = await open('iris', topic, size)
  const box = boxOf(page, topic)
  await box.focus()
  await page.keyboard.type('@ott')
  const options = page.getByRole('option', { name: /Otto Lindqvist/ })
  await expect.poll(() => options.count()).toBe(2)
  // He who takes part comes first.
  await options.first().click()
  expect(await box.inputValue()).toMatch(new RegExp(`^@\\*\\*Otto Lindqvist\\|${otto.id}\\*\\* `))
  await page.keyboard.type('#de')
  await page.getByRole('option').first().getByText('design').waitFor()
  await page.keyboard.type('>co')
  await page.getByRole('option').first().getByText('colors').waitFor()
  await page.keyboard.press('Tab')
  await box.press('Control+Enter')
  await expect
    .poll(() => lastOf(topic))
    .toMatch(new RegExp(`^@\\*\\*Otto Lindqvist\\|${otto.id}\\*\\* #\\*\\*design>colors\\*\\*`))
})

test('a key that comes before the frame of its letter takes what the letter asks for', async () => {
  await send('otto', 'in a hurry', 'Hello')
  const page = await open('iris', 'in a hurry')
  const box = boxOf(page, 'in a hurry')
  await box.focus()
  await page.keyboard.type('@o')
  await page.getByRole('option', { name: 'Otto Lindqvist otto@example.com' }).waitFor()
  const { olive } = story.world.people
  const written = await box.evaluate((element: HTMLTextAreaElement) => {
    element.setRangeText('li', element.selectionStart, element.selectionEnd, 'end')
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    return element.value
  })
  expect(written).toBe(`@**${olive.name}** `)
})

test('a message of a topic is linked by @ behind the topic', async () => {
  const id = await send('otto', 'sketches', 'The **second** one has more room')
  await send('mia', 'sketches', 'I like the first')
  await send('otto', 'links', 'Hello')
  const page = await open('iris', 'links')
  await boxOf(page, 'links').focus()
  await page.keyboard.type('#design')
  await page.getByRole('option').first().getByText('design').waitFor()
  await page.keyboard.type('>sket')
  await page.getByRole('option').first().getByText('sketches').waitFor()
  await page.keyboard.type('@')
  await page.getByRole('option', { name: 'Mia Sato: I like the first' }).waitFor()
  await page.keyboard.type('second')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.getByRole('option', { name: 'Otto Lindqvist: The second one has more room' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await boxOf(page, 'links').inputValue()).toBe(`#**design>sketches@${id}** `)
})

test('a group that one may not mention is there, and says so', async () => {
  const { olive, mia } = story.world.people
  const { user_groups } = await olive.call(getUserGroups, {})
  const administrators = user_groups.find(({ name }) => name === 'role:administrators')!
  await olive.call(createUserGroup, {
    name: 'fire brigade',
    description: '',
    members: [mia.id],
    can_mention_group: administrators.id,
  })
  await send('otto', 'groups', 'Hello')
  const page = await open('mia', 'groups')
  await boxOf(page, 'groups').focus()
  await page.keyboard.type('@fire')
  const option = page.getByRole('option', { name: /fire brigade/ })
  await option.waitFor()
  expect(await option.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  expect(await boxOf(page, 'groups').inputValue()).not.toContain('@*fire brigade*')
})

let enlarged: Promise<unknown> | undefined

/** Makes the channel *design* a large one. */
const enlarge = () => (enlarged ??= addCrowd())

async function addCrowd(): Promise<void> {
  const { iris, olive } = story.world.people
  const crowd: number[] = []
  for (let count = 1; count <= 14; count++) {
    const { user_id } = await olive.call(createUser, {
      email: `crowd${count}@example.com`,
      password: 'correct horse battery',
      full_name: `Crowd ${count}`,
    })
    crowd.push(user_id)
  }
  await iris.call(subscribe, {
    subscriptions: [{ name: 'design' }],
    principals: crowd,
    send_new_subscription_messages: false,
  })
}

test('a mention of everybody in a large channel asks first, with the number', async () => {
  const { olive } = story.world.people
  await enlarge()
  await send('otto', 'crowd', 'Hello')
  // Members may not: the server says who may. Olive may.
  await olive.call(subscribe, { subscriptions: [{ name: 'design' }] })
  const page = await open('olive', 'crowd')
  const box = boxOf(page, 'crowd')
  await box.fill('@**all** to the lifeboats')
  await box.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: /Notify 18 people\?/ })
  await dialog.waitFor()
  expect(await lastOf('crowd')).toBe('Hello')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await box.inputValue()).toBe('@**all** to the lifeboats')
  await box.press('Control+Enter')
  // Enter confirms.
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => lastOf('crowd')).toBe('@**all** to the lifeboats')
})

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)(
  '%s, everybody of a large channel is offered, and says who may mention so many',
  async (_, size) => {
    const topic = size === phone ? 'large by touch' : 'large'
    await enlarge()
    await send('otto', topic, 'Hello')
    const page = await open('mia', topic, size)
    const box = boxOf(page, topic)
    await box.focus()
    await page.keyboard.type('@al')
    const option = page.getByRole('option', { name: /^all/ })
    await option.getByText('Only administrators may notify more than 15 people at once.').waitFor()
    expect(await option.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).not.toContain('@**all**')
    // A mention that is typed in full is refused before it is sent.
    await box.fill('@**all** to the lifeboats')
    const line = page.locator('.editor-check')
    await line.getByText('Only administrators may notify more than 15 people at once.').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').getByText('Only administrators may notify').waitFor()
    expect(await box.inputValue()).toBe('@**all** to the lifeboats')
    expect(await lastOf(topic)).toBe('Hello')
    // Few took part: the topic may be mentioned.
    await box.fill('@**topic** to the lifeboats')
    await expect.poll(() => line.count()).toBe(0)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => lastOf(topic)).toBe('@**topic** to the lifeboats')
  },
)

test('a language is offered for code, and Enter that ends a composition sends nothing', async () => {
  await send('otto', 'composition', 'Hello')
  const page = await open('iris', 'composition')
  const box = boxOf(page, 'composition')
  await box.focus()
  await page.keyboard.type('```py')
  await page.getByRole('option', { name: 'Python py', exact: true, selected: true }).waitFor()
  await page.keyboard.press('Escape')
  for (const ctrlKey of [true, false])
    await box.dispatchEvent('keydown', { key: 'Enter', ctrlKey, isComposing: true, keyCode: 229 })
  expect(await lastOf('composition')).toBe('Hello')
  expect(await page.getByRole('article').count()).toBe(1)
})

test('the one emoji that is a picture is completed, and is a reaction like the others', async () => {
  const id = await send('otto', 'picture emoji', 'Hello')
  const page = await open('iris', 'picture emoji')
  const box = boxOf(page, 'picture emoji')
  await box.focus()
  await page.keyboard.type(':zuli')
  await page.getByRole('option', { name: ':zulip:' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await box.inputValue()).toBe(':zulip: ')
  await box.fill('')
  await page.getByRole('article').filter({ hasText: 'Hello' }).focus()
  await page.keyboard.press(':')
  const picker = page.getByRole('dialog', { name: /reaction|emoji/i })
  await picker.waitFor()
  await page.keyboard.type('zulip')
  await picker.getByRole('option', { name: 'zulip', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  const reaction = page.getByRole('button', { name: /^zulip: 1/ })
  await expect
    .poll(() => reaction.locator('img').getAttribute('src'))
    .toBe('/static/generated/emoji/images/emoji/unicode/zulip.png')
  const reactions = async () =>
    (await messagesOf('otto', 'picture emoji')).find((message) => message.id === id)?.reactions
  await expect.poll(async () => (await reactions())?.map(({ emoji_code }) => emoji_code)).toEqual(['zulip'])
  await reaction.click()
  await expect.poll(reactions).toEqual([])
})

test('at the beginning of a conversation, every offer is in sight', async () => {
  const { channels } = story.world
  for (const topic of ['pencils', 'paints', 'paper', 'pigments', 'pens', 'pins', 'plots', 'prints'])
    await story.world.send('otto', { channel: 'design', topic }, 'Hello')
  const page = await story.open('iris', { path: `/#new/topic/${channels.design}` })
  const main = page.getByRole('main')
  const first = page.getByRole('option').first()
  const areInSight = async () => {
    const boxes = await Promise.all([first, page.getByRole('listbox')].map((each) => each.boundingBox()))
    return boxes.every((box) => box && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0))
  }
  const box = main.getByRole('textbox', { name: /^Message/ })
  await box.fill('Ask ')
  await box.press('End')
  await page.keyboard.type('@')
  await first.waitFor()
  expect(await areInSight()).toBe(true)
  await page.keyboard.press('Escape')
  await main.getByRole('combobox', { name: 'Topic' }).fill('p')
  await page.getByRole('option').nth(5).waitFor()
  expect(await areInSight()).toBe(true)
  await page.goto(`${page.url().split('#')[0]}#new/direct`)
  await main.getByRole('combobox').fill('Otto')
  await page.keyboard.press('Enter')
  await main.getByRole('textbox', { name: /^Message/ }).focus()
  await page.keyboard.type('@')
  await first.waitFor()
  expect(await areInSight()).toBe(true)
})
