import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

const story = stage()

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Directories of people (SCIM)' }).getByRole('listitem')

/** Calls SCIM with a secret; returns the status. */
const callScim = async (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` }
  return (await fetch(`${story.server.url}/scim/v2/Users?count=2`, { headers })).status
}

test.each(widths)(
  '%s, an owner makes a client, gives it another secret and removes it',
  async (name, size) => {
    const page = await story.open('olive', { path: '/#organization/auth-methods', ...size })
    const client = `Okta ${name}`
    const form = page.getByRole('form', { name: 'New client' })
    await form.getByLabel('Name of the client').fill(client)
    await page.keyboard.press('Enter')
    const secret = page.getByRole('textbox', { name: 'Secret', exact: true })
    await secret.waitFor()
    const first = await secret.inputValue()
    expect(first).toMatch(/^tgs_/)
    expect(await accessibilityProblems(page, 'main')).toEqual([])
    const row = rows(page).filter({ hasText: client })
    await row.getByText('It has not called yet.').waitFor()
    await row.getByText(`secret ends in ${first.slice(-4)}`).waitFor()
    expect(await callScim(first)).toBe(200)
    await page.reload()
    await row.getByText('Last call').waitFor()
    expect(await secret.count()).toBe(0)

    await row.getByRole('button', { name: `New secret for ${client}` }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).press('Enter')
    await secret.waitFor()
    const next = await secret.inputValue()
    expect(next).not.toBe(first)
    expect([await callScim(first), await callScim(next)]).toEqual([200, 200])
    await row.getByText('The secret before this one is good until').waitFor()

    await row.getByRole('button', { name: `Remove ${client}` }).press('Enter')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await row.waitFor({ state: 'detached' })
    expect(await callScim(next)).toBe(401)
  },
)

test('only owners see the clients', async () => {
  const page = await story.open('mo', { path: '/#organization/auth-methods' })
  await page.getByRole('heading', { name: 'Second step', exact: true }).waitFor()
  expect(await page.getByRole('heading', { name: 'Directories of people (SCIM)' }).count()).toBe(0)
})
