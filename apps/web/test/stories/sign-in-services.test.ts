import { expect, test } from 'vitest'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

// A service that is away: nothing listens there.
const story = stage({
  TAGMA_SIGN_IN_CORP_KIND: 'keycloak',
  TAGMA_SIGN_IN_CORP_LABEL: 'Example Corp',
  TAGMA_SIGN_IN_CORP_ISSUER: 'http://127.0.0.1:1/realms/example',
  TAGMA_SIGN_IN_CORP_CLIENT_ID: 'tagma',
  TAGMA_SIGN_IN_CORP_CLIENT_SECRET: 'not told',
})

test.each(widths)(
  '%s, an owner sees a service and its addresses, tries it and reads why it failed',
  async (_name, size) => {
    const page = await story.open('olive', { path: '/#organization/auth-methods', ...size })
    const row = page.getByRole('list', { name: 'Services to sign in with' }).locator('> li')
    await row.getByText('Nobody has signed in by it yet.').waitFor()
    await row.getByText('Addresses to register there').press('Enter')
    await row.getByText(`${story.server.url}/complete/corp/`).waitFor()
    expect(await accessibilityProblems(page, 'main')).toEqual([])
    story.expectComplaint('503')
    await row.getByRole('link', { name: 'Try it: Example Corp' }).press('Enter')
    await page.getByText('Code S-0-away').waitFor()
    await page.goBack()
    await row.getByText(/Last trouble: .*S-0-away\. Example Corp cannot be reached/).waitFor()
    expect(await row.innerText()).not.toContain('not told')
    expect(await accessibilityProblems(page, 'main')).toEqual([])
  },
)

test('only owners see the services', async () => {
  const page = await story.open('mo', { path: '/#organization/auth-methods' })
  await page.getByRole('heading', { name: 'Second step', exact: true }).waitFor()
  expect(await page.getByRole('heading', { name: 'Services to sign in with' }).count()).toBe(0)
})
