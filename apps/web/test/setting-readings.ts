import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { Locator, Page } from 'playwright-core'
import type { Person, World } from './world.ts'

// Readings of stories in a window whose settings are changed in another one.

/** Opens an address in a page that is there. */
export const go = (page: Page, hash: string) =>
  page.evaluate((next) => {
    if (location.hash !== next) location.hash = next
  }, hash)

/** The address of the conversation in which most effects are seen. */
export const addressOfLogo = ({ channels }: World) => `#narrow/channel/${channels.design}-design/topic/logo`

/** The message there. */
export const messageIn = (page: Page) => page.getByRole('article').filter({ hasText: 'Meet in the hall' })

/** Reads something of the page’s root. */
export const onRoot = (read: (root: HTMLElement) => unknown) => async (other: Page) =>
  other.evaluate(`(${String(read)})(document.documentElement)`)

/** Opens the conversation, and reads something there. */
export const inLogo =
  (read: (other: Page, world: World) => Promise<unknown>) =>
  async (other: Page, world: World): Promise<unknown> => {
    await go(other, addressOfLogo(world))
    await messageIn(other).waitFor()
    return read(other, world)
  }

/** Whether a part of the page shows a number. */
export const hasNumber = async (part: Locator) => /\d/.test((await part.textContent()) ?? '')
export const places = (other: Page) => other.getByRole('navigation', { name: 'Places' })
export const heading = (other: Page, name: string) =>
  other.getByRole('heading', { level: 2, name, exact: true })

/** Folds a folder of channels, reads whether a number stands beside it, and opens it again. */
export async function hasSum(other: Page): Promise<boolean> {
  const folder = places(other).getByRole('button', { name: 'Product', exact: true })
  await folder.click()
  const sum = await places(other)
    .locator('.group-head')
    .filter({ hasText: 'Product' })
    .locator('.count')
    .count()
  await folder.click()
  return sum > 0
}

/** Forwards a message, and reads whether the page goes after it. */
export async function goesAfterForwarding(other: Page): Promise<boolean> {
  await messageIn(other).focus()
  await other.keyboard.press('<')
  const dialog = other.getByRole('dialog', { name: 'Forward' })
  await dialog.getByRole('combobox', { name: 'To' }).fill('mia')
  await other.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Forward' }).click()
  await dialog.waitFor({ state: 'detached' })
  const target = other.getByRole('heading', { level: 1, name: 'Mia Sato' })
  const stayed = other.getByRole('status').filter({ hasText: 'Forwarded' })
  await target.or(stayed).first().waitFor()
  return (await target.count()) > 0
}

/** Presses Escape on a page, and reads whether that leads home. */
export async function escapeLeadsHome(other: Page): Promise<boolean> {
  await go(other, '#settings/alert-words')
  await other.getByRole('heading', { level: 1, name: 'Alert words' }).waitFor()
  await other.locator('body').press('Escape')
  return other.evaluate(() => location.hash === '')
}

/** Registers another client of a person, for their settings and those of the organization. */
export const toldToClients = (person: Person) =>
  person.call(registerQueue, {
    fetch_event_types: ['user_settings', 'realm'],
    client_capabilities: { user_settings_object: true },
  })
