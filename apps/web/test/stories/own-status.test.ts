import { getUserStatus } from '@tagma/contract/endpoints/status/get-user-status.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, sizes, stage } from '#test/story.ts'

const story = stage()

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your status' })

/** Opens a conversation, and the status by its key. */
async function openStatus(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  await page.keyboard.press('Shift+Y')
  await dialogOf(page).waitFor()
}

async function statusOf(name: 'iris' | 'otto') {
  const { id, call } = story.world.people[name]
  return (await call(getUserStatus, { user_id: id })).status
}

test('a status is set with an emoji and a text, others see it, Undo takes it back', async () => {
  const page = await story.open('iris', { path: '/#inbox' })
  const other = await story.open('otto', { path: `/#user/${story.world.people.iris.id}` })
  await openStatus(page)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'On vacation' }).click()
  await dialog.getByRole('button', { name: /^Emoji: palm tree/ }).click()
  expect(await dialog.getByRole('textbox', { name: 'What you are doing' }).inputValue()).toBe('On vacation')
  await page.getByRole('dialog', { name: 'Emoji' }).waitFor()
  await page.keyboard.type('rocket')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Emoji: rocket/ }).waitFor()
  await dialog.getByRole('textbox', { name: 'What you are doing' }).fill('  Building a rocket ')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await statusOf('iris')).toMatchObject({ status_text: 'Building a rocket', emoji_name: 'rocket' })
  await other.getByText('Building a rocket').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await other.getByText('Building a rocket').waitFor({ state: 'detached' })
  expect(await statusOf('iris')).toEqual({})
})

test.each(sizes)('%s, the menu tells the status, and the dialog takes it away', async (_, size) => {
  const page = await story.open('otto', { path: '/#inbox', ...size })
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  const menu = () =>
    page.getByRole('button', { name: size === phone ? 'Me' : 'Analytical Engine', exact: true })
  await menu().click()
  await page.getByRole('menuitem', { name: /^Set a status/ }).click()
  await dialogOf(page).getByRole('textbox').fill('a'.repeat(61))
  await dialogOf(page).getByText('At most 60 characters: these are 61.').waitFor()
  expect(await dialogOf(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  expect(await accessibilityProblems(page, 'dialog[open]')).toEqual([])
  await dialogOf(page).getByRole('textbox').fill('Reading')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await menu().click()
  await page.getByRole('menuitem', { name: /^Status: Reading/ }).click()
  await dialogOf(page).getByRole('button', { name: 'Take it away' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  expect(await statusOf('otto')).toEqual({})
})

test('this browser takes a status away when its time is over, but not another one that came meanwhile', async () => {
  const page = await story.open('iris', { path: '/#inbox' })
  await page.clock.install()
  await page.reload()
  const set = async (text: string) => {
    await openStatus(page)
    await dialogOf(page).getByRole('textbox').fill(text)
    await dialogOf(page).getByRole('combobox', { name: 'Until' }).selectOption('In 30 minutes')
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
  }
  await set('At lunch')
  await page.clock.fastForward('29:00')
  expect(await statusOf('iris')).toMatchObject({ status_text: 'At lunch' })
  await page.clock.fastForward('01:05')
  await expect.poll(() => statusOf('iris')).toEqual({})
  await set('In a hurry')
  await story.world.people.iris.call(updateStatus, { status_text: 'On the train' })
  await page.clock.fastForward('31:00')
  await page.reload()
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  await page.clock.fastForward('01:00')
  expect(await statusOf('iris')).toMatchObject({ status_text: 'On the train' })
})

test('without a network, a status waits over a reload, and others see it when the network is back', async () => {
  story.expectComplaint(/net::ERR_/)
  const page = await story.open('otto', { path: '/#inbox' })
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  // The code of the dialog comes with the first one.
  await openStatus(page)
  await page.keyboard.press('Escape')
  await page.route('**/json/**', (route) => route.abort('internetdisconnected'))
  await openStatus(page)
  await dialogOf(page).getByRole('textbox').fill('In a tunnel')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  expect(await statusOf('otto')).toEqual({})
  await page.reload()
  await page.getByRole('button', { name: 'Analytical Engine' }).click()
  await page.getByRole('menuitem', { name: /^Status: In a tunnel/ }).waitFor()
  await page.unroute('**/json/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => statusOf('otto')).toMatchObject({ status_text: 'In a tunnel' })
})
