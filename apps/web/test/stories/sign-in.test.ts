import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage, widths } from '#test/story.ts'

// Servers for tests have no limits.
const story = stage({ TAGMA_RATE_LIMITS: 'password_guess=5/300' })
const { addressOf, unreadOf } = inTopics(story)

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the page is written in the letters of the client', async () => {
  const page = await story.openSignedOut({ path: '/login/' })
  const loaded = await page.evaluate(async () => {
    const fonts = await document.fonts.ready
    return [...fonts].map(({ family, status }) => `${family} ${status}`)
  })
  expect(loaded).toEqual(['Figtree loaded'])
})

test.each(widths)('%s, after five wrong passwords the sixth waits by a countdown', async (_, size) => {
  const { email } = story.world.people[size === phone ? 'mo' : 'gus']
  const page = await story.openSignedOut({ path: '/login/', ...size })
  await page.clock.install()
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  const alert = page.getByRole('alert')
  for (let count = 1; count <= 5; count++) {
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await enter(page, email, `wrong ${count}`)
    await answer
    await alert.getByText('The email address or the password is wrong.').waitFor()
    expect(await button.isEnabled()).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/login/')
  }
  await enter(page, email, 'wrong 6')
  await alert.getByText(/Too many wrong passwords\. Try again in/).waitFor()
  expect(await button.isDisabled()).toBe(true)
  expect(await page.getByLabel('Email address').inputValue()).toBe(email)
  expect(await accessibilityProblems(page)).toEqual([])
  const left = async () => Number.parseInt((await page.locator('#wait').textContent()) ?? '', 10)
  const first = await left()
  await page.clock.runFor(3000)
  expect(await left()).toBeLessThanOrEqual(first - 3)
  expect(await button.isDisabled()).toBe(true)
  await page.clock.runFor(first * 1000)
  await expect.poll(() => button.isEnabled()).toBe(true)
  expect(await alert.count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/login/')
})

test('a deactivated account has a sentence of its own', async () => {
  const { mia, olive } = story.world.people
  await olive.call(deactivateUser, { user_id: mia.id })
  const page = await story.openSignedOut({ path: '/login/' })
  await enter(page, mia.email, mia.password)
  await page
    .getByRole('alert')
    .getByText('Your account is deactivated. Ask the administrators of the organization to reactivate it.')
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/login/')
})

test.each(widths)('%s, a link leads through the sign-in to its message', async (_, size) => {
  const name = size === phone ? 'otto' : 'iris'
  const { email, password } = story.world.people[name]
  const { colors } = story.world
  const before = await unreadOf(name, 'colors')
  const page = await story.openSignedOut({ path: addressOf('colors', `/near/${colors[59]}`), ...size })
  // The organization lets the web in; this channel is not on it.
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/\/login\//)
  await enter(page, email, password)
  await headingOf(page, 'colors').waitFor()
  const sixtieth = page.locator(`article[data-id="${colors[59]}"]`)
  await sixtieth.waitFor()
  // Marked for two seconds.
  await expect.poll(() => sixtieth.getAttribute('class')).toMatch(/\bmessage-named\b/)
  await expect.poll(() => isInSight(page, colors[59]!)).toBe(true)
  expect(page.url()).toContain(`/topic/colors/near/${colors[59]}`)
  await articleOf(page, 'Grey number 61').waitFor()
  // Only messages from that one on become read.
  await expect.poll(async () => (await unreadOf(name, 'colors')).length).toBeLessThan(before.length)
  const unread = await unreadOf(name, 'colors')
  expect(before.filter((id) => id < colors[59]! && !unread.includes(id))).toEqual([])
  expect(unread).not.toContain(colors[59])
  // Whoever scrolls up reads what stands there.
  await page.getByRole('article').filter({ hasText: 'Grey number 60' }).focus()
  for (let count = 0; count < 12; count++) await page.keyboard.press('ArrowUp')
  await expect.poll(() => unreadOf(name, 'colors')).not.toContain(colors[57])
})

/** Whether a message lies wholly in the window, above the box. */
const isInSight = (page: Page, id: number) =>
  page.evaluate((wanted) => {
    const view = document.querySelector('.messages-scroller')!.getBoundingClientRect()
    const { top, bottom } = document.querySelector(`article[data-id="${wanted}"]`)!.getBoundingClientRect()
    return top >= view.top && bottom <= view.bottom
  }, id)
