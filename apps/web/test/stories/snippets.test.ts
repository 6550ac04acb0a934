import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { deleteSavedSnippet } from '@tagma/contract/endpoints/snippets/delete-saved-snippet.ts'
import { getSavedSnippets } from '@tagma/contract/endpoints/snippets/get-saved-snippets.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, inTopics } from '#test/in-topics.ts'
import { phone, sizes, stage } from '#test/story.ts'

const story = stage()
const { send, open } = inTopics(story)

/** Returns names and texts of a person's snippets on the server. */
const keptOf = async (name: 'iris' | 'otto') =>
  (await story.world.people[name].call(getSavedSnippets, {})).saved_snippets.map(
    ({ title, content }) => `${title}: ${content}`,
  )

const keep = (name: 'iris' | 'otto', title: string, content: string) =>
  story.world.people[name].call(createSavedSnippet, { title, content })

async function openList(page: Page, topic: string) {
  await boxOf(page, topic).focus()
  await page.keyboard.press("Control+'")
  const list = page.getByRole('dialog', { name: 'Snippets' })
  await list.waitFor()
  return list
}

test.each(sizes)(
  '%s, a kept text gets another name and other words, and has them back by Undo',
  async (_, size) => {
    const name = size === phone ? 'otto' : 'iris'
    await keep(name, 'Thanks', 'Thank you for asking.')
    await send('mia', `snippets of ${name}`, 'Hello')
    const page = await open(name, `snippets of ${name}`, size)
    const list = await openList(page, `snippets of ${name}`)
    if (size === phone) await list.getByRole('button', { name: 'Edit Thanks' }).click()
    else await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Edit snippet' })
    const title = dialog.getByLabel('Name of the snippet')
    // A keyboard would cover the text that has a field of its own.
    const first = size === phone ? dialog : title
    await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await title.inputValue()).toBe('Thanks')
    await title.fill('')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await title.fill('Warm thanks')
    await dialog.getByLabel('Text').fill('Thank you!\nCome again.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => keptOf(name)).toEqual(['Warm thanks: Thank you!\nCome again.'])
    // The list is back, with the new words. Enter puts them into the box.
    await list.getByRole('option', { name: /Warm thanks/ }).waitFor()
    await list.getByRole('combobox').press('Enter')
    expect(await boxOf(page, `snippets of ${name}`).inputValue()).toBe('Thank you!\nCome again.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => keptOf(name)).toEqual(['Thanks: Thank you for asking.'])
  },
)

test('what was typed stays where the snippet was deleted meanwhile, with the reason', async () => {
  story.expectComplaint(/404/)
  const { saved_snippet_id } = await keep('iris', 'Short lived', 'Soon gone')
  await send('mia', 'gone snippets', 'Hello')
  const page = await open('iris', 'gone snippets')
  const list = await openList(page, 'gone snippets')
  await list.getByRole('combobox').fill('Short')
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Edit snippet' })
  await dialog.getByLabel('Text').fill('Still here')
  await story.world.people.iris.call(deleteSavedSnippet, { saved_snippet_id })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Text').inputValue()).toBe('Still here')
})
