import { expect, test } from 'vitest'
import { accessibilityProblems, sizes, stage } from '#test/story.ts'

// Who may join, and how people sign in: everybody reads it.

const story = stage()

test.each(sizes)('everybody reads which ways of signing in are on, %s', async (_, size) => {
  const page = await story.open('mia', { path: '/#organization/auth-methods', ...size })
  const ways = page.getByRole('list', { name: 'Ways to sign in' })
  await ways
    .getByRole('listitem')
    .filter({ hasText: 'Email address and password' })
    .getByText('On', { exact: true })
    .waitFor()
  await ways.getByRole('listitem').filter({ hasText: 'Passkey' }).getByText('On', { exact: true }).waitFor()
  const directory = ways.getByRole('listitem').filter({ hasText: 'Directory (LDAP)' })
  await directory.getByText('Off', { exact: true }).waitFor()
  await directory.getByText('Available as soon as the server is set up for a directory.').waitFor()
  await page.getByText('whoever runs it changes them').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
})
