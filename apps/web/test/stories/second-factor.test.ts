import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf } from '#test/code-of.ts'
import { accessibilityProblems, phone, stage, widths } from '#test/story.ts'

const story = stage()

/** Sets a second step up by the dialog, and returns the recovery codes. */
async function setUp(page: Page, password: string): Promise<string[]> {
  story.expectComplaint(/40[013]/)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('a wrong password')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'Picture to scan with the app' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const secret = (await dialog.locator('.factor-secret').textContent()) ?? ''
  // The field has the focus.
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  const list = dialog.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const codes = await list.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await page.getByText('10 recovery codes are left.').waitFor()
  return codes
}

test.each(widths)('%s, a second step is set up, asked for, and removed', async (_, size) => {
  const name = size === phone ? 'mo' : 'gus'
  const { email, password } = story.world.people[name]
  const page = await story.open(name, { path: '/#settings/account-and-privacy', ...size })
  const form = page.locator('form').filter({ hasText: 'Show the key' })
  await form.getByLabel('Your password').waitFor()
  expect(await form.getByLabel(/^Code of the app/).count()).toBe(0)
  const [first = '', second = '', third = '', fourth = ''] = await setUp(page, password)

  await form.getByLabel('Your password').fill(password)
  await form.getByLabel(/^Code of the app/).fill(first)
  await form.getByRole('button', { name: 'Show the key' }).click()
  const key = page.getByRole('textbox', { name: 'API key' })
  await key.waitFor()
  const old = await key.inputValue()
  await page.getByRole('button', { name: 'Replace the key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Code of the app/).fill(second)
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Replace the key' }).click()
  await expect.poll(() => key.inputValue()).not.toBe(old)

  // With keys alone.
  const outside = await story.openSignedOut({ path: '/login/', ...size })
  await outside.getByLabel('Email address').fill(email)
  await outside.keyboard.press('Tab')
  await outside.keyboard.type(password)
  await outside.keyboard.press('Enter')
  await outside.getByRole('heading', { name: 'One more step' }).waitFor()
  expect(await accessibilityProblems(outside)).toEqual([])
  await outside.keyboard.type('abcd')
  await outside.keyboard.press('Enter')
  await outside.getByRole('alert').getByText('This code is wrong').waitFor()
  await outside.getByRole('link', { name: 'Use a recovery code' }).click()
  await outside.getByLabel('Recovery code').waitFor()
  await outside.keyboard.type(third)
  await outside.keyboard.press('Enter')
  await outside.waitForURL((url) => url.pathname === '/')

  await page.getByRole('button', { name: 'Remove the second step' }).click()
  await dialog.getByLabel(/^Code of the app/).fill(fourth)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()
})
