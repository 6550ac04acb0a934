import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, sizes, stage } from '#test/story.ts'

// Everybody reads who may join and how people sign in. Owners also read what their server lacks for that.

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
  await page.getByText('Whoever runs the server can change them').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
})

test('an owner reads beside the switch that nobody can join without a mail server', async () => {
  const page = await story.open('olive', { path: '/#organization/auth-methods' })
  await page.getByText(/so people could not make their own accounts/).waitFor()
  await page.getByRole('switch', { name: 'Joining needs an invitation' }).click()
  const warning = page.getByRole('alert').filter({ hasText: 'Nobody can make their own account now' })
  await warning.getByText('TAGMA_SMTP_URL').waitFor()
  expect(await warning.getByRole('link', { name: 'How to send mail' }).getAttribute('href')).toBe(
    '/help/notifications#mail',
  )
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await story.world.people.olive.call(updateRealm, { invite_required: true })
  await warning.waitFor({ state: 'detached' })
})
