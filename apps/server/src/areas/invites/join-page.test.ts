import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { revokeInviteLink } from '@tagma/contract/endpoints/invites/revoke-invite-link.ts'
import { sendInvites } from '@tagma/contract/endpoints/invites/send-invites.ts'
import { testWelcomeBotCustomMessage } from '@tagma/contract/endpoints/invites/test-welcome-bot-custom-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateUser as changeUser } from '@tagma/contract/endpoints/users/update-user.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { insertDomain } from '#store/organization/allowed-domains.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { hasConfirmedEmail, updateUser } from '#store/people/users.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { converge } from '#test/converge.ts'

const mia = { email: 'mia@example.com', name: 'Mia', password: 'correct horse' }

async function link(t: TestApp, options: Parameters<ReturnType<TestApp['as']>['call']>[1] = {}) {
  const owner = await t.given.user('owner', { role: 'owner' })
  const { invite_link } = await t.as(owner).call(createInviteLink, options)
  return { owner, invite_link }
}

/** Signs in as the person who has just joined. */
async function signIn(t: TestApp, { email, password } = mia) {
  const { api_key, user_id } = await t.as().call(fetchApiKey, { username: email, password })
  return { id: user_id, email, apiKey: api_key }
}

async function direct(t: TestApp, reader: { id: number; email: string; apiKey: string }) {
  const { messages } = await t
    .as(reader)
    .call(getMessages, { anchor: 'oldest', num_before: 0, num_after: 10, narrow: [['is', 'dm']] })
  return messages.map(({ sender_full_name, content }) => `${sender_full_name}: ${content}`)
}

test('following a link gives the promised account', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const otto = await t.given.user('otto')
  const design = await t.given.channel([owner], { name: 'design', invite_only: true })
  const { invite_link } = await t.as(owner).call(createInviteLink, {
    invite_as: 600,
    stream_ids: [design.id],
    welcome_message_custom_text: 'Welcome **aboard**',
  })
  const form = await t.page(invite_link)
  expect(form.status).toBe(200)
  expect(form.body).toContain('owner invites you to join')
  const browser = new TestBrowser(t)
  const received = await converge(t, [owner, otto], async () => {
    const { status, headers } = await browser.request('POST', new URL(invite_link).pathname, mia)
    expect([status, headers.location]).toEqual([303, '/'])
  })
  expect((await browser.call('GET', '/users/me')).json).toMatchObject({ full_name: 'Mia' })
  expect(received.get(owner.id)?.map((event) => event.type)).toContain('invites_changed')
  const newcomer = await signIn(t)
  const state = await t.as(newcomer).call(registerQueue, {})
  expect(state).toMatchObject({ full_name: 'Mia', is_guest: true })
  expect(state.subscriptions?.map(({ name }) => name)).toEqual(['design'])
  expect(await direct(t, newcomer)).toEqual(['Welcome Bot: <p>Welcome <strong>aboard</strong></p>'])
  expect(await direct(t, owner)).toEqual([
    `Notification Bot: <p>Mia accepted your invitation to join ${t.directory.organization.name}.</p>`,
  ])
  await t
    .as(newcomer)
    .call(sendMessage, { type: 'channel', to: design.id, topic: 'hello', content: 'Here I am' })
  const again = await t.page(invite_link, { ...mia, email: 'second@example.com' })
  expect(again.status, 'the link works again').toBe(303)
})

test('a form with a problem leads to the field that is wrong and keeps the others', async () => {
  const t = await testApp()
  const { invite_link } = await link(t)
  const weak = await t.page(invite_link, { ...mia, password: 'short' })
  expect(weak.status).toBe(400)
  expect(weak.body).toContain('<p id="problem" role="alert">Choose a password')
  expect(weak.body).toMatch(/<input id="name" name="name" type="text" value="Mia"[^>]* required>/)
  expect(weak.body).toMatch(
    /<input id="password"[^>]* aria-describedby="problem password-hint" aria-invalid="true" autofocus>/,
  )
  const nameless = await t.page(invite_link, { ...mia, name: ' ' })
  expect(nameless.body).toMatch(
    /<input id="name"[^>]* aria-describedby="problem" aria-invalid="true" autofocus>/,
  )
  expect(nameless.body.match(/ autofocus/g)).toHaveLength(1)
})

test('following a link gives its groups, except for groups deactivated since', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { otto } = await t.given.members('otto')
  const group = async (name: string) =>
    (await t.as(owner).call(createUserGroup, { name, description: '', members: [] })).group_id
  const kept = await group('kept')
  const dropped = await group('dropped')
  const { invite_link } = await t.as(owner).call(createInviteLink, { group_ids: [kept, dropped] })
  await t.as(owner).call(deactivateUserGroup, { user_group_id: dropped })
  await converge(t, [owner, otto], () => t.page(invite_link, mia))
  const newcomer = await signIn(t)
  expect([...(t.directory.groups.get(kept)?.members ?? [])]).toEqual([newcomer.id])
  expect([...(t.directory.groups.get(dropped)?.members ?? [])]).toEqual([])
})

test('a link can add the default channels, and newcomers get the organization’s welcome', async () => {
  const t = await testApp()
  const { invite_link } = await link(t, { include_realm_default_subscriptions: true })
  await t.page(invite_link, mia)
  const newcomer = await signIn(t)
  const state = await t.as(newcomer).call(registerQueue, {})
  expect(state.subscriptions?.map(({ name }) => name)).toEqual(['general'])
  const [welcome] = await direct(t, newcomer)
  expect(welcome).toContain(`Hello, and welcome to ${t.directory.organization.name}!`)
})

test('an empty welcome text sends no message', async () => {
  const t = await testApp()
  const { invite_link } = await link(t, { welcome_message_custom_text: '' })
  await t.page(invite_link, mia)
  expect(await direct(t, await signIn(t))).toEqual([])
})

test('only administrators choose the welcome text', async () => {
  const t = await testApp()
  const { member } = await t.given.everyRole()
  await t.as(member).call(sendInvites, {
    invitee_emails: mia.email,
    welcome_message_custom_text: 'Psst',
  })
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  const path = /http:\S+\/join\/\w+/.exec(t.mails[already]?.text ?? '')?.[0] ?? ''
  const form = await t.page(path)
  expect(form.body).toContain(`as <b dir="auto">${mia.email}</b>`)
  await t.page(path, { ...mia, email: 'other@example.com' })
  expect(t.directory.userByEmail('other@example.com')).toBeUndefined()
  const newcomer = await signIn(t)
  expect((await direct(t, newcomer))[0]).toContain('Hello, and welcome')
  expect((await t.as(member).call(getInvites, {})).invites).toEqual([])
  const used = await t.page(path)
  expect(used).toMatchObject({ status: 410, body: expect.stringContaining('This invitation was used') })
})

test('a member’s link uses the organization’s welcome text', async () => {
  const t = await testApp()
  await t.given.settings({ create_multiuse_invite_group: t.directory.systemGroup('role:members').id })
  const { iris } = await t.given.members('iris')
  for (const [index, welcome_message_custom_text] of ['Psst', ''].entries()) {
    const { invite_link } = await t.as(iris).call(createInviteLink, { welcome_message_custom_text })
    const newcomer = { ...mia, email: `mia${index}@example.com` }
    await t.page(invite_link, newcomer)
    const [welcome] = await direct(t, await signIn(t, newcomer))
    expect(welcome).toContain(`Hello, and welcome to ${t.directory.organization.name}!`)
  }
})

test('a link that never expires works for ever', async () => {
  const t = await testApp()
  const { invite_link } = await link(t, { invite_expires_in_minutes: null })
  t.clock.advance({ days: 5000 })
  expect((await t.page(invite_link)).status).toBe(200)
})

test('an expired, revoked or wrong link leads to a page that says so', async () => {
  const t = await testApp()
  const { owner, invite_link } = await link(t, { invite_expires_in_minutes: 10 })
  const { invite_link: other } = await t.as(owner).call(createInviteLink, {})
  const [, second] = (await t.as(owner).call(getInvites, {})).invites
  await t.as(owner).call(revokeInviteLink, { invite_id: second?.id ?? 0 })
  t.clock.advance({ minutes: 10 })
  const elsewhere = await testApp()
  for (const fields of [undefined, mia]) {
    expect(await t.page(invite_link, fields)).toMatchObject({
      status: 410,
      body: expect.stringContaining('This invitation has expired'),
    })
    expect(await t.page(other, fields)).toMatchObject({
      status: 410,
      body: expect.stringContaining('This invitation was revoked'),
    })
    expect(await t.page('/join/nonsense', fields)).toMatchObject({
      status: 404,
      body: expect.stringContaining('This link does not work'),
    })
    expect((await elsewhere.page(invite_link, fields)).status, 'of another organization').toBe(404)
  }
})

test('a link fails once its maker or its organization is gone', async () => {
  const t = await testApp()
  const { owner, invite_link } = await link(t)
  await t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, owner.id, { is_active: 0 }))
  expect(await t.page(invite_link)).toMatchObject({ status: 410 })
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, { deactivated_at: tx.now }),
  )
  expect(await t.page(invite_link)).toMatchObject({
    status: 410,
    body: expect.stringContaining('has been deactivated'),
  })
})

test('an invitation gives no role that its maker could no longer give', async () => {
  const t = await testApp()
  const { owner, administrator, member } = await t.given.everyRole()
  await t.given.settings({ create_multiuse_invite_group: t.directory.systemGroup('role:members').id })
  const invite = async (invite_as: Role) =>
    (await t.as(administrator).call(createInviteLink, { invite_as })).invite_link
  const above = await invite(200)
  const below = await invite(600)
  const started = await t.page(above)
  expect(started.status).toBe(200)
  await converge(t, [owner, member], () =>
    t.as(owner).call(changeUser, { user_id: administrator.id, role: 400 }),
  )
  expect((await t.as(owner).call(getInvites, {})).invites.map((one) => one.invited_as)).toEqual([600])
  expect(await t.page(above, mia)).toMatchObject({
    status: 410,
    body: expect.stringContaining('This invitation was revoked'),
  })
  expect((await t.page(below, mia)).status).toBe(303)
  await t.as(owner).call(changeUser, { user_id: administrator.id, role: 200 })
  expect((await t.page(above, { ...mia, email: 'eve@example.com' })).status, 'revoked for good').toBe(410)
})

test('an invitation ends with its maker’s permission to invite, and says so', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const members = t.directory.systemGroup('role:members').id
  await t.given.settings({ create_multiuse_invite_group: members })
  const { invite_link } = await t.as(member).call(createInviteLink, {})
  await t.given.settings({})
  for (const answer of [await t.page(invite_link), await t.page(invite_link, mia)])
    expect(answer).toMatchObject({
      status: 410,
      body: expect.stringContaining('may no longer invite people'),
    })
  await t.given.settings({ create_multiuse_invite_group: members })
  expect((await t.page(invite_link, mia)).status).toBe(303)
  expect((await t.as(owner).call(getInvites, {})).invites).toHaveLength(1)
})

test('an invitation gives only channels and groups that its maker could still give', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  await t.given.settings({ create_multiuse_invite_group: t.directory.systemGroup('role:members').id })
  const kept = await t.given.channel([member, owner], { name: 'kept' })
  const lost = await t.given.channel([owner, member], { name: 'lost', invite_only: true })
  const group = async (name: string) =>
    (
      await t.as(owner).call(createUserGroup, {
        name,
        description: '',
        members: [],
        can_add_members_group: { direct_members: [member.id], direct_subgroups: [] },
      })
    ).group_id
  const [weavers, dyers] = [await group('weavers'), await group('dyers')]
  const { invite_link } = await t
    .as(member)
    .call(createInviteLink, { stream_ids: [kept.id, lost.id], group_ids: [weavers, dyers] })
  await t.as(owner).call(unsubscribe, { subscriptions: ['lost'], principals: [member.id] })
  await t.as(owner).call(updateUserGroup, {
    user_group_id: dyers,
    can_add_members_group: { new: t.directory.systemGroup('role:nobody').id },
  })
  await t.page(invite_link, mia)
  const newcomer = await signIn(t)
  const { subscriptions } = await t.as(newcomer).call(registerQueue, {})
  expect(subscriptions?.map(({ name }) => name)).toEqual(['kept'])
  expect(t.directory.groups.get(weavers)?.members).toContain(newcomer.id)
  expect(t.directory.groups.get(dyers)?.members).not.toContain(newcomer.id)
})

test.each([
  [{ email: 'mia' }, 'Enter a valid email address.'],
  [{ name: ' ' }, 'Enter a name'],
  [{ password: 'short' }, 'Choose a password of at least 12 characters.'],
  [{ email: 'OWNER@example.com' }, 'has an account already'],
  [{ email: 'mia@mailinator.com' }, 'throw-away'],
])('%j comes back with what to change, and nothing typed is lost', async (change, problem) => {
  const t = await testApp()
  const { invite_link } = await link(t)
  const { status, body } = await t.page(invite_link, { ...mia, ...change })
  expect(status).toBe(400)
  expect(body).toContain(problem)
  expect(body).toContain(`value="${{ ...mia, ...change }.email}"`)
  expect(t.directory.userByEmail(mia.email)).toBeUndefined()
})

test('an address with a wrong domain is refused with a page that names the right ones', async () => {
  const t = await testApp()
  const { invite_link } = await link(t)
  await t.app.services.data.transact(t.organizationId, async (tx) => {
    await insertDomain(tx, { domain: 'acme.example', allowSubdomains: false })
  })
  await t.given.settings({ emails_restricted_to_domains: true })
  const { status, body } = await t.page(invite_link, mia)
  expect(status).toBe(400)
  expect(body).toContain('Addresses at example.com cannot join')
  expect(body).toContain('acme.example')
  expect((await t.page(invite_link, { ...mia, email: 'mia@acme.example' })).status).toBe(303)
})

test('if the server sends mail, a link for many leads to a second link that proves the address', async () => {
  const t = await testApp({ TAGMA_SMTP_URL: 'smtp://127.0.0.1:1' })
  const { owner, invite_link } = await link(t)
  const form = await t.page(invite_link)
  expect(form.body).not.toContain('type="password"')
  expect((await t.page(invite_link, mia)).body).toContain('Check your mail')
  expect(t.directory.userByEmail(mia.email)).toBeUndefined()
  const taken = await t.page(invite_link, { email: owner.email })
  expect(taken.body, 'nobody learns who has an account').toContain('Check your mail')
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  const mails = t.mails.slice(already)
  expect(mails.map(({ to }) => to)).toEqual([mia.email])
  const own = /http:\S+\/join\/\w+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
  expect((await t.page(own, mia)).status).toBe(303)
  expect(t.directory.userByEmail(mia.email)?.fullName).toBe('Mia')
})

test('if names must be unique, a taken name is refused', async () => {
  const t = await testApp()
  await t.given.settings({ require_unique_names: true })
  const { invite_link } = await link(t)
  expect(await t.page(invite_link, { ...mia, name: 'OWNER' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('Unique names required'),
  })
})

test('after too many tries an address has to wait', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'sign_up=1/60' })
  const { invite_link } = await link(t)
  await t.page(invite_link, { ...mia, password: '' })
  expect(await t.page(invite_link, mia)).toMatchObject({
    status: 429,
    body: expect.stringContaining('Too many tries'),
  })
})

test('administrators can try out a welcome text', async () => {
  const t = await testApp()
  const { administrator, moderator } = await t.given.everyRole()
  await converge(t, [administrator, moderator], () =>
    t.as(administrator).call(testWelcomeBotCustomMessage, { welcome_message_custom_text: 'Hi *there*' }),
  )
  expect(await direct(t, administrator)).toEqual(['Welcome Bot: <p>Hi <em>there</em></p>'])
  const refusal = await t
    .as(moderator)
    .refusal(testWelcomeBotCustomMessage, { welcome_message_custom_text: 'Hi' })
  expect(refusal.code).toBe('UNAUTHORIZED_PRINCIPAL')
})

test('only a link that came by mail shows that the mailbox is the newcomer’s', async () => {
  const confirmed = async (t: TestApp) => {
    const { invite_link } = await link(t)
    const answer = await t.page(invite_link, mia)
    if (answer.status === 200) {
      await sendMailJob.run(t.app.services, t.organizationId)
      const [, own = ''] = /(http\S+\/join\/\S+)/.exec(t.mails.at(-1)?.text ?? '') ?? []
      await t.page(own, mia)
    }
    return hasConfirmedEmail(t.app.services.data.db, t.directory.userByEmail(mia.email)!.id)
  }
  expect(await confirmed(await testApp())).toBe(false)
  expect(await confirmed(await testApp({ TAGMA_SMTP_URL: 'smtp://127.0.0.1:1' }))).toBe(true)
})

test('a newcomer’s account begins in the language that their browser asks for, and is welcomed in it', async () => {
  const t = await testApp()
  const { invite_link } = await link(t)
  for (const [name, asked, expected, welcome] of [
    ['dora', 'de', 'de', 'Hallo und willkommen'],
    ['enid', 'en-GB', 'en', 'Hello, and welcome'],
    ['xena', 'xx', 'en', 'Hello, and welcome'],
  ] as const) {
    const given = { ...mia, email: `${name}@example.com` }
    const { status } = await new TestBrowser(t).request('POST', new URL(invite_link).pathname, given, {
      'accept-language': asked,
    })
    const { settings } = t.directory.userByEmail(given.email) ?? {}
    expect([status, settings?.default_language ?? 'en']).toEqual([303, expected])
    expect(await direct(t, await signIn(t, given))).toEqual([expect.stringContaining(welcome)])
  }
})
