import { expect, test } from 'vitest'
import { accessibilityProblems, phone, schemes, stage } from '#test/story.ts'

const story = stage()

test('whoever is signed in gets the client, which runs under its policy', async () => {
  const page = await story.open('iris')
  await page.getByRole('navigation', { name: 'Places' }).getByText('design').first().waitFor()
  expect(await page.evaluate(() => document.fonts.check('16px "Figtree Variable"'))).toBe(true)
})

test.each(schemes)('axe finds nothing in the places in %s', async (colorScheme) => {
  const page = await story.open('iris', { colorScheme })
  await page.getByRole('navigation', { name: 'Places' }).getByText('design').first().waitFor()
  expect(await accessibilityProblems(page, 'nav')).toEqual([])
})

test('on a phone, nothing is wider than the window', async () => {
  const page = await story.open('iris', phone)
  await page.getByRole('region', { name: 'Conversations' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the sign-in page leads into the client', async () => {
  const page = await story.openSignedOut({ path: '/login/' })
  await page.getByLabel('Email address').fill(story.world.people.iris.email)
  await page.getByLabel('Password', { exact: true }).fill(story.world.people.iris.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
