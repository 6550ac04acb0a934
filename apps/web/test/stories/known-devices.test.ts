import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

const story = stage()

const rows = (page: Page) => page.getByRole('list', { name: 'Known devices' }).getByRole('listitem')

/** Signs in as somebody would, on the page. */
async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
) {
  await page.getByLabel('Email address').fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
}

test.each(widths)(
  '%s, one sees with which devices one signed in, and forgets one by key',
  async (name, size) => {
    const person = story.world.people[name === 'at a desk' ? 'iris' : 'otto']
    const page = await story.openSignedOut({ path: '/login/', ...size })
    await signIn(page, person)
    await page.goto('/#settings/account-and-privacy')
    const own = rows(page).filter({ hasText: /Chrome/ })
    await own.first().waitFor()
    const before = await rows(page).count()
    expect(await accessibilityProblems(page, 'main')).toEqual([])
    await own
      .first()
      .getByRole('button', { name: /^Forget Chrome/ })
      .press('Enter')
    await page.getByText('the next sign-in with it is told by mail').waitFor()
    await expect.poll(() => rows(page).count()).toBe(before - 1)
  },
)
