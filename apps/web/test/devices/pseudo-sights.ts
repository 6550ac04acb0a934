import type { Page } from 'playwright-core'
import { either } from '#test/either-language.ts'
import type { World } from '#test/world.ts'
import { everything, insidePages, type Sight } from './pages.ts'

/** Presses keys on the newest message, one after another. */
const onMessage = (page: Page, ...keys: readonly string[]) =>
  page
    .getByRole('article')
    .last()
    .focus()
    .then(async () => {
      for (const key of keys) await page.keyboard.press(key)
    })

const opened = (page: Page) => page.locator('dialog[open], :popover-open').first().waitFor()

/** Dialogs and menus over a conversation, by the keys that open them on a message. */
const byKeys: Readonly<Record<string, readonly string[]>> = {
  'moving messages': ['m'],
  forwarding: ['<'],
  reminding: ['Shift+B'],
  'choosing an emoji': [':'],
  deleting: ['Delete'],
  'why told': ['Shift+W'],
  status: ['Shift+Y'],
}

/** Puts a text into the box, so that its buttons are there. */
const write = async (page: Page) => {
  await page
    .getByRole('textbox', { name: either('Message') })
    .last()
    .fill('Who prints @**all** of it?')
}

/** Views that open over pages, or change them, beside the pages that every test reads. */
export function passingSights(world: World, conversation: string): readonly Sight[] {
  const over = { path: conversation, shows: ['heading', everything] } as const
  return [
    ...Object.entries(byKeys).map(([name, keys]): Sight => ({
      ...over,
      name,
      act: async (page) => {
        await onMessage(page, ...keys)
        await opened(page)
      },
    })),
    { ...over, name: 'selected messages', act: (page) => onMessage(page, '.') },
    { ...over, name: 'editing', act: (page) => onMessage(page, 'e') },
    { ...over, name: 'finding', act: (page) => onMessage(page, 'Control+f') },
    { ...over, name: 'people beside', act: (page) => onMessage(page, 'w') },
    {
      ...over,
      name: 'a toast',
      act: async (page) => {
        await onMessage(page, 'Shift+M')
        await page.locator('.toast').first().waitFor()
      },
    },
    { ...over, name: 'a text in the box', act: write },
    {
      ...over,
      name: 'sending later',
      act: async (page) => {
        await write(page)
        await page.getByRole('button', { name: either('Send later') }).click()
        await opened(page)
      },
    },
    {
      ...over,
      name: 'more formatting',
      act: async (page) => {
        await write(page)
        await page.getByRole('button', { name: either('More formatting') }).click()
        await opened(page)
      },
    },
    {
      name: 'offers of the search',
      path: `/#narrow/channel/${world.channels.design}-design`,
      act: async (page) => {
        await page.keyboard.press('/')
        await page.getByRole('searchbox', { name: either('Search') }).waitFor()
      },
    },
  ]
}

/** Everything that a signed-in person can see. */
export function allSights(world: World, groupId: number): readonly Sight[] {
  const pages = insidePages(world, groupId)
  return [...pages, ...passingSights(world, pages[0]!.path)]
}
