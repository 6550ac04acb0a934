import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('a user is told by mail of the end of their account if the administrator wants it', async () => {
  const t = await testApp()
  const administrator = await t.given.user('head', { role: 'administrator' })
  const { anna, bert, carl } = await t.given.members('anna', 'bert', 'carl')
  const to = (user: { id: number }, comment?: string) => ({
    user_id: user.id,
    ...(comment === undefined ? {} : { deactivation_notification_comment: comment }),
  })
  const before = t.mails.length
  await t.as(administrator).call(deactivateUser, to(anna, 'Thank you for <everything>.'))
  await t.as(administrator).call(deactivateUser, to(bert, ''))
  await t.as(administrator).call(deactivateUser, to(carl))
  // The second call changes nothing, so there is nothing to tell.
  await t.as(administrator).call(deactivateUser, to(anna, 'Again'))
  t.clock.advance({ seconds: 60 })
  await t.app.tick()
  const name = t.directory.organization.name
  const told = t.mails.slice(before).filter((mail) => mail.subject.includes(name))
  expect(told.map((mail) => [mail.to, mail.subject])).toEqual([
    ['anna@example.com', `Your account at ${name} was deactivated`],
    ['bert@example.com', `Your account at ${name} was deactivated`],
  ])
  expect(told[0]?.text).toContain('The administrators added:\n\nThank you for <everything>.')
  expect(told[1]?.text).not.toContain('added')
})
