import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp } from '#test/app.ts'

test('a sign-in is told by mail with its place, except to newcomers and users without such mails', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  const start = t.mails.length
  const signIn = async () => {
    await t.as(undefined, 'ZulipMobile/27.1 (Android)').call(fetchApiKey, {
      username: iris.email,
      password: 'password of iris',
    })
    await sendMailJob.run(t.app.services, t.organizationId)
    return t.mails.slice(start)
  }
  expect(await signIn()).toEqual([])
  t.clock.advance({ minutes: 2 })
  const [mail] = await signIn()
  expect(mail).toMatchObject({
    to: iris.email,
    subject: `New login to ${t.directory.organization.name}`,
    unsubscribe: expect.stringContaining(`/unsubscribe/logins/${iris.id}/`),
  })
  expect(mail?.text).toContain('Program: ZulipMobile/27.1 (Android)')
  expect(mail?.text).toContain('Address: 127.0.0.1')

  // The link ends only these mails.
  await t.page(mail?.unsubscribe ?? '', { 'List-Unsubscribe': 'One-Click' })
  expect(await signIn()).toHaveLength(1)
  await t.as(iris).call(updateSettings, { enable_login_emails: true })
  expect(await signIn()).toHaveLength(2)
})
