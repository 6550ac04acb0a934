import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, schemes, sizes, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

// Reactions: the row in a message's menu, and who reacted.

const story = stage()
const { send, open } = inTopics(story)

/** Rests a finger on something. */
async function rest(target: Locator): Promise<void> {
  const { x, y } = (await target.boundingBox())!
  const press = { pointerType: 'touch', isPrimary: true, clientX: x + 5, clientY: y + 5 }
  await target.dispatchEvent('pointerdown', press)
}

const menuOf = (page: Page) => page.getByRole('menu', { name: 'Message actions' })
const rowOf = (page: Page) => menuOf(page).getByRole('group', { name: 'Add reaction' })

const react = (name: PersonName, message_id: number, emoji_name: string) =>
  story.world.people[name].call(addReaction, { message_id, emoji_name })

test.each(sizes)(
  '%s, the menu of a message begins with six emoji, and leads to all others',
  async (_, size) => {
    const topic = size === phone ? 'rowed by touch' : 'rowed'
    await send('otto', topic, 'React to me')
    const page = await open('iris', topic, size)
    const article = articleOf(page, 'React to me')
    const openMenu = () =>
      size === phone ? rest(article.getByText('React to me')) : article.click({ button: 'right' })
    await openMenu()
    const emoji = rowOf(page).getByRole('menuitemcheckbox')
    await expect.poll(() => emoji.count()).toBe(6)
    const box = (await rowOf(page).boundingBox())!
    const reply = (await menuOf(page).getByRole('menuitem', { name: 'Reply' }).boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(reply.y)
    await emoji.nth(1).click()
    await page.getByRole('button', { name: 'tada: 1, you' }).waitFor()
    await expect.poll(() => menuOf(page).count()).toBe(0)
    // The chosen emoji stands first the next time, and takes the reaction back.
    await openMenu()
    await expect.poll(() => emoji.first().getAttribute('aria-label')).toBe('React with tada')
    expect(await emoji.first().getAttribute('aria-checked')).toBe('true')
    await emoji.first().click()
    await expect.poll(() => page.getByRole('button', { name: /^tada/ }).count()).toBe(0)
    await openMenu()
    await rowOf(page).getByRole('menuitem', { name: 'More emoji' }).click()
    await page.getByRole('dialog', { name: 'Emoji' }).waitFor()
    await page.keyboard.type('turtle')
    await page.getByRole('option', { name: 'turtle' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'turtle: 1, you' }).waitFor()
  },
)

test('the choice of an emoji stays beside its button, and Escape leads back to it', async () => {
  for (const text of ['Above', 'React from the bar']) await send('otto', 'beside its button', text)
  const page = await open('iris', 'beside its button')
  const article = articleOf(page, 'React from the bar')
  await article.hover()
  const button = article.getByRole('button', { name: 'Add reaction' })
  const at = (await button.boundingBox())!
  await button.click()
  const choice = page.getByRole('dialog', { name: 'Emoji' })
  await choice.getByRole('option').first().waitFor()
  // The way to the choice leads over another message, or out of the messages.
  await articleOf(page, 'Above').hover({ force: true })
  await page.mouse.move(5, 5)
  await page.keyboard.type('turtle')
  await choice.getByRole('option', { name: 'turtle' }).waitFor()
  const box = (await choice.boundingBox())!
  expect(box.x + box.width).toBeGreaterThan(at.x)
  expect(box.x).toBeLessThan(at.x + at.width)
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test.each(sizes)(
  '%s, the menu of a message tells sender, exact time, and what its links lead to',
  async (_, size) => {
    const { iris } = story.world.people
    await iris.call(updateSettings, { timezone: 'UTC', twenty_four_hour_time: true })
    const topic = size === phone ? 'told by touch' : 'told'
    await send('mia', `${topic} about`, 'The grey one')
    const id = await send('otto', topic, `See #**design>${topic} about** at <time:2026-11-22T14:05:00Z>`)
    const page = await open('iris', `${topic} about`, size)
    await page.goto(inTopics(story).addressOf(topic))
    const article = page.locator(`article[data-id="${id}"]`)
    if (size === phone) await rest(article.getByText('See'))
    else {
      await article.focus()
      await page.keyboard.press('i')
    }
    const exact = await article.locator('.message-time').getAttribute('data-tip')
    await menuOf(page).getByText(`Otto Lindqvist ${exact}`).waitFor()
    await page.getByRole('menu', { description: `Otto Lindqvist ${exact}` }).waitFor()
    await menuOf(page).getByRole('menuitem', { name: 'Reply' }).and(page.locator(':focus')).waitFor()
    const link = menuOf(page).getByRole('menuitem', { name: `#design > ${topic} about` })
    await link.getByText('Mia Sato: The grey one').waitFor()
    await link.click()
    await headingOf(page, `${topic} about`).waitFor()
    expect(await menuOf(page).count()).toBe(0)
  },
)

test('a tap on a time shows it exactly, and in the zone that it was written in', async () => {
  await story.world.people.iris.call(updateSettings, { timezone: 'Asia/Tokyo', twenty_four_hour_time: true })
  await send('otto', 'tapped', 'Meet at <time:2026-11-22T14:05:00Z>')
  const page = await open('iris', 'tapped', phone)
  const article = articleOf(page, 'Meet at')
  const tip = page.getByRole('tooltip')
  await article.getByText(/23:05/).tap()
  await expect.poll(() => tip.innerText()).toContain('2026-11-22 14:05:00 UTC')
  await page.getByRole('heading', { level: 1 }).tap()
  await expect.poll(() => tip.count()).toBe(0)
  const time = article.locator('.message-time')
  await time.tap()
  await expect.poll(() => tip.innerText()).toBe(await time.getAttribute('data-tip'))
})

test('the row is reached by keys above the first entry, which has the focus at first', async () => {
  await send('otto', 'rowed by keys', 'React by keys')
  const page = await open('iris', 'rowed by keys')
  await articleOf(page, 'React by keys').focus()
  await page.keyboard.press('i')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await menuOf(page).getByRole('menuitem', { name: 'Reply' }).and(page.locator(':focus')).waitFor()
  await expect.poll(() => rowOf(page).getByRole('menuitemcheckbox').count()).toBe(6)
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('More emoji')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('React with +1')
  await page.keyboard.press('ArrowDown')
  await menuOf(page).getByRole('menuitem', { name: 'Reply' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'tada: 1, you' }).waitFor()
})

test.each(sizes)('%s, everybody who reacted is named, whatever their number', async (_, size) => {
  const topic = size === phone ? 'reacted by touch' : 'reacted'
  const id = await send('otto', topic, 'Who likes it?')
  for (const name of ['otto', 'mia', 'iris', 'olive', 'mo'] as const) await react(name, id, 'tada')
  await react('mia', id, 'heart')
  const page = await open('iris', topic, size)
  const heart = page.getByRole('button', { name: /^heart: 1/ })
  const dialog = page.getByRole('dialog', { name: 'Who reacted' })
  if (size === phone) await rest(heart)
  else await heart.click({ button: 'right' })
  await dialog.waitFor()
  // The pressed reaction comes first, then the others.
  await expect
    .poll(() => dialog.getByRole('heading', { level: 3 }).allInnerTexts())
    .toEqual([expect.stringContaining('heart: 1 person'), expect.stringContaining('tada: 5 people')])
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Mia Sato'),
    ...['Otto Lindqvist', 'Mia Sato', 'Iris Okafor', 'Olive Hart', 'Mo Rahimi'].map((name): unknown =>
      expect.stringContaining(name),
    ),
  ])
  await react('otto', id, 'heart')
  await dialog.getByText('heart: 2 people').waitFor()
  await page.keyboard.press('Escape')
  // Nothing was chosen by that.
  await page.getByRole('button', { name: 'heart: 2, Mia Sato and Otto Lindqvist' }).waitFor()
  await articleOf(page, 'Who likes it?').focus()
  await page.keyboard.press('i')
  await menuOf(page).getByRole('menuitem', { name: 'Who reacted' }).click()
  await dialog.getByText('tada: 5 people').waitFor()
})

test('without reactions the entry says so', async () => {
  await send('otto', 'liked by nobody', 'Nobody likes me')
  const page = await open('iris', 'liked by nobody')
  await articleOf(page, 'Nobody likes me').focus()
  await page.keyboard.press('i')
  const entry = menuOf(page).getByRole('menuitem', { name: 'Who reacted', disabled: true })
  await entry.getByText('Nobody has reacted yet.').waitFor()
  expect(await rowOf(page).getByRole('menuitemcheckbox', { checked: true }).count()).toBe(0)
})

test.each(schemes)(
  'axe finds nothing in the menu of a message and in who reacted (%s)',
  async (colorScheme) => {
    const id = await send('otto', `checked ${colorScheme}`, 'Check me')
    await react('mia', id, 'tada')
    const page = await open('iris', `checked ${colorScheme}`, { ...phone, colorScheme })
    await rest(articleOf(page, 'Check me').getByText('Check me'))
    await expect.poll(() => rowOf(page).getByRole('menuitemcheckbox').count()).toBe(6)
    expect(await accessibilityProblems(page, '.menu')).toEqual([])
    await menuOf(page).getByRole('menuitem', { name: 'Who reacted' }).click()
    await page.getByRole('dialog', { name: 'Who reacted' }).waitFor()
    expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  },
)
