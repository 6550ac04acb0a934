import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage } from '#test/story.ts'

const story = stage()

test('a guest is invited by mail to one channel, and the invitation stands in the list', async () => {
  const page = await story.open('iris', { path: '/#invite' })
  const main = page.getByRole('main')
  const defaults = main.getByRole('checkbox', { name: /^Default channels/ })
  expect(await defaults.isChecked()).toBe(true)
  await main.getByLabel('Role').selectOption('Guest')
  // A guest would see channels that nobody chose.
  expect(await defaults.isChecked()).toBe(false)
  await main.getByRole('checkbox', { name: 'design' }).check()
  const byMail = main.getByRole('region', { name: 'By mail' })
  await byMail.getByRole('checkbox', { name: 'Tell me when they join' }).uncheck()
  await byMail.getByRole('textbox', { name: 'Email addresses' }).fill('gustav@partner.example')
  await byMail.getByRole('button', { name: 'Send invitations' }).click()
  await byMail.getByRole('status').getByText('Invitations sent.').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  const { invites } = await story.world.people.iris.call(getInvites, {})
  expect(invites).toMatchObject([
    { email: 'gustav@partner.example', invited_as: roles.guest, notify_referrer_on_join: false },
  ])
  await byMail.getByRole('link', { name: 'See all invitations' }).click()
  await main.getByText('gustav@partner.example').waitFor()
})
