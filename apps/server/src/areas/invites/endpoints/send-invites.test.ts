import { getInviteDetails } from '@tagma/contract/endpoints/invites/get-invite-details.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { resendEmailInvite } from '@tagma/contract/endpoints/invites/resend-email-invite.ts'
import { revokeEmailInvite } from '@tagma/contract/endpoints/invites/revoke-email-invite.ts'
import { revokeInviteLink } from '@tagma/contract/endpoints/invites/revoke-invite-link.ts'
import { sendInvites } from '@tagma/contract/endpoints/invites/send-invites.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('each person gets a mail with a link of their own', async () => {
  const t = await testApp()
  const { member, administrator } = await t.given.everyRole()
  const channel = await t.given.channel([member])
  await converge(t, [member, administrator], () =>
    t.as(member).call(sendInvites, {
      invitee_emails: 'Mia@example.com, Otto <otto@example.com>\nmia@example.com',
      stream_ids: [channel.id],
      notify_referrer_on_join: false,
    }),
  )
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  const mails = t.mails.slice(already)
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['mia@example.com', 'otto@example.com'])
  const links = mails.map(({ text }) => /http:\S+\/join\/\w+/.exec(text)?.[0])
  expect(new Set(links).size).toBe(2)
  expect(mails[0]?.subject).toBe(`member invites you to ${t.directory.organization.name}`)

  const { invites } = await t.as(member).call(getInvites, {})
  expect(invites).toMatchObject([
    { email: 'mia@example.com', is_multiuse: false, notify_referrer_on_join: false },
    { email: 'otto@example.com', is_multiuse: false },
  ])
  expect(invites[0]).not.toHaveProperty('link_url')
  const { invite } = await t.as(administrator).call(getInviteDetails, { invite_id: invites[0]?.id ?? 0 })
  expect(invite).toEqual({ ...invites[0], stream_ids: [channel.id] })
})

test('an invitation is sent again under another link with its full time, and can be revoked', async () => {
  const t = await testApp()
  const { member, moderator } = await t.given.everyRole()
  await t.as(member).call(sendInvites, { invitee_emails: 'mia@example.com', invite_expires_in_minutes: 60 })
  const [invite] = (await t.as(member).call(getInvites, {})).invites
  const invite_id = invite?.id ?? 0
  t.clock.advance({ minutes: 50 })
  await t.as(member).call(resendEmailInvite, { invite_id })
  t.clock.advance({ minutes: 50 })
  const [renewed] = (await t.as(member).call(getInvites, {})).invites
  expect(renewed?.expiry_date).toBe(t.clock.now() / 1000 + 600)
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  const links = t.mails.slice(already).map(({ text }) => /\/join\/\w+/.exec(text)?.[0] ?? '')
  const statuses = await Promise.all(links.map(async (link) => (await t.page(link)).status))
  expect(statuses).toEqual([404, 200])

  for (const endpoint of [resendEmailInvite, revokeEmailInvite]) {
    expect((await t.as(moderator).refusal(endpoint, { invite_id })).message).toBe('Insufficient permission')
    expect((await t.as(member).refusal(endpoint, { invite_id: 999_999 })).message).toBe('No such invitation')
  }
  expect((await t.as(member).refusal(revokeInviteLink, { invite_id })).message).toBe('No such invitation')
  await t.as(member).call(revokeEmailInvite, { invite_id })
  expect((await t.as(member).refusal(resendEmailInvite, { invite_id })).message).toBe('No such invitation')
  expect((await t.as(member).refusal(getInviteDetails, { invite_id })).message).toBe('No such invitation')
})

test('one invalid address stops the call; taken ones are left out and named', async () => {
  const t = await testApp()
  const { member, guest } = await t.given.everyRole()
  const nobody = await t.as(member).refusal(sendInvites, { invitee_emails: ' , \n' })
  expect(nobody).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'You must specify at least one email address.',
  })
  const invalid = await t.as(member).refusal(sendInvites, { invitee_emails: 'mia@example.com, otto' })
  expect(invalid).toMatchObject({
    code: 'INVITATION_FAILED',
    fields: {
      errors: [['otto', 'This is not a valid email address.', false]],
      sent_invitations: false,
      daily_limit_reached: false,
      license_limit_reached: false,
    },
  })
  const throwaway = await t.as(member).refusal(sendInvites, { invitee_emails: 'mia@mailinator.com' })
  expect(throwaway.fields.errors).toEqual([
    ['mia@mailinator.com', expect.stringMatching(/throw-away/), false],
  ])
  expect((await t.as(member).call(getInvites, {})).invites).toEqual([])

  const some = await t.as(member).refusal(sendInvites, { invitee_emails: `${guest.email}, mia@example.com` })
  expect(some).toMatchObject({
    code: 'INVITATION_FAILED',
    fields: { errors: [[guest.email, 'Already has an account.', false]], sent_invitations: true },
  })
  expect((await t.as(member).call(getInvites, {})).invites).toMatchObject([{ email: 'mia@example.com' }])
  const none = await t.as(member).refusal(sendInvites, { invitee_emails: guest.email })
  expect(none).toMatchObject({
    message: "We weren't able to invite anyone.",
    fields: { sent_invitations: false },
  })
})
