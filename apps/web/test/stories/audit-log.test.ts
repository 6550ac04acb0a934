import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

const story = stage()

const rows = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).locator('> li')

test.each(widths)('%s, an owner finds rows by person and kind, and fetches them', async (name, size) => {
  const { olive, mia } = story.world.people
  const role = name === 'at a desk' ? roles.moderator : roles.member
  await olive.call(updateUser, { user_id: mia.id, role })
  const page = await story.open('olive', { path: '/#organization/audit-log', ...size })
  const form = page.getByRole('form', { name: 'Find rows' })
  await form.waitFor()
  // Nothing is read before somebody asks for it.
  expect(await page.getByRole('list', { name: 'Rows of the log' }).count()).toBe(0)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await form.getByRole('combobox', { name: 'Person' }).fill('mia')
  await page.getByRole('option', { name: /mia/i }).first().waitFor()
  await page.keyboard.press('Enter')
  await form.getByLabel('Kind').selectOption({ label: 'Accounts and bots' })
  await form.getByRole('button', { name: 'Show rows' }).press('Enter')
  const first = rows(page, 'Rows of the log').first()
  await first.getByText('Role changed').waitFor()
  expect(await first.innerText()).toMatch(/Mia[\s\S]+by Olive/i)
  await first.getByText('Details').press('Enter')
  await first.getByText(/Role: .* → (Member|Moderator)/).waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  const download = page.waitForEvent('download')
  await form.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-[\d-]+\.csv$/)
  // A day on which nothing happened.
  await form.getByLabel('Until').fill('2001-02-03')
  await form.getByRole('button', { name: 'Show rows' }).click()
  await page.getByText('There are no such rows.').waitFor()
})

test('others see their own rows in their settings, and are told so on the page', async () => {
  const { olive, mia } = story.world.people
  await olive.call(updateUser, { user_id: mia.id, role: roles.moderator })
  const page = await story.open('mia', { path: '/#organization/audit-log' })
  await page.getByRole('link', { name: /Only owners read the log/ }).click()
  const own = rows(page, 'What happened to your account')
  await own.filter({ hasText: 'Signed in in a browser' }).first().waitFor()
  const text = await own.allInnerTexts()
  expect(text.some((row) => row.includes('Role changed') && row.includes('by Olive'))).toBe(true)
  expect(text.every((row) => !row.includes('by Mia'))).toBe(true)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
})
