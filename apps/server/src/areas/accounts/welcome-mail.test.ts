import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { scimScene } from '#test/scim-client.ts'

let count = 0

/** A person of their own for each test: its organizations share the mails. */
const newcomer = () => ({
  email: `nina${count++}@example.com`,
  password: 'correct horse',
  full_name: 'Nina <3',
})

/** Mails that went to an address. */
async function mailsTo(t: TestApp, address: string) {
  await sendMailJob.run(t.app.services, t.organizationId)
  return t.mails.filter(({ to }) => to === address)
}

/** An organization whose owner may make accounts. */
async function organization(environment?: Readonly<Record<string, string>>) {
  const t = await testApp(environment)
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.given.mayCreateUsers(owner)
  return { t, owner }
}

test('who gets an account from an administrator is told where it is, how to sign in and how to begin', async () => {
  const nina = newcomer()
  const { t, owner } = await organization({ TAGMA_SITE_URL: 'https://docs.example.com' })
  await t.as(owner).call(updateRealm, { name: 'Harbor & Sons' })
  await t.as(owner).call(createUser, nina)
  const [mail, ...others] = await mailsTo(t, nina.email)
  const url = `http://${t.host}`
  expect([mail?.subject, others]).toEqual(['Welcome to Harbor & Sons', []])
  for (const said of [
    'Hello Nina <3,',
    `${url}\n`,
    `Sign in with ${nina.email} and the password that you were given:\n${url}/login/`,
    `${url}/accounts/password/reset`,
    `${url}/help/web-client`,
    'You did nothing wrong',
  ])
    expect(mail?.text).toContain(said)
  expect(mail?.html).toContain('<html lang="en">')
  expect(mail?.html).toContain('Hello Nina &lt;3,')
  expect(mail?.html).toContain(`<a href="${url}/login/"`)
  expect(mail?.html).not.toContain('<3')
  expect(mail?.text).not.toContain(nina.password)
})

test('a server without a website names no guide', async () => {
  const nina = newcomer()
  const { t, owner } = await organization({ TAGMA_SITE_PORT: '0' })
  await t.as(owner).call(createUser, nina)
  const [mail] = await mailsTo(t, nina.email)
  expect(mail?.text).toContain('How to begin')
  expect(`${mail?.text}${mail?.html}`).not.toContain('/help/')
})

test('new people begin in the language of the organization, and the mail speaks it', async () => {
  const nina = newcomer()
  const { t, owner } = await organization()
  await t.as(owner).call(updateRealm, { default_language: 'de' })
  await t.as(owner).call(createUser, nina)
  const [mail] = await mailsTo(t, nina.email)
  expect(mail?.subject).toBe(`Willkommen bei ${t.directory.organization.name}`)
  expect(mail?.text).toContain('und dem Passwort an, das du bekommen hast')
  expect(mail?.html).toContain('<html lang="de">')
  const { api_key, user_id } = await t
    .as()
    .call(fetchApiKey, { username: nina.email, password: nina.password })
  const own = await t.as({ id: user_id, email: nina.email, apiKey: api_key }).call(registerQueue, {})
  expect(own.user_settings?.default_language).toBe('de')
})

test('a language that no client knows is refused', async () => {
  const { t, owner } = await organization()
  expect(await t.as(owner).refusal(updateRealm, { default_language: 'Klingon!' })).toMatchObject({
    message: expect.stringContaining('default_language') as unknown,
  })
})

test('who follows an invitation signs in with the password that they chose', async () => {
  const nina = newcomer()
  const { t, owner } = await organization()
  const { invite_link } = await t.as(owner).call(createInviteLink, {})
  await t.page(invite_link, { email: nina.email, name: 'Nina', password: nina.password })
  const [mail, ...others] = await mailsTo(t, nina.email)
  expect(mail?.text).toContain('the password that you chose')
  expect(mail?.text).not.toContain('/accounts/password/reset')
  expect(others).toEqual([])
})

test('who is provisioned signs in the way of their organization, or sets a password', async () => {
  const nina = newcomer()
  const { t, okta } = await scimScene()
  await okta.send('POST', '/Users', { userName: nina.email, displayName: 'Nina' })
  const [mail, ...others] = await mailsTo(t, nina.email)
  expect(mail?.text).toContain('the way your organization signs you in elsewhere')
  expect(mail?.text).toContain('/accounts/password/reset')
  expect(others).toEqual([])
})

test('who is provisioned for later gets the mail once the account can be used', async () => {
  const nina = newcomer()
  const { t, okta } = await scimScene()
  const { json } = await okta.send('POST', '/Users', {
    userName: nina.email,
    displayName: 'Nina',
    active: false,
  })
  expect(await mailsTo(t, nina.email)).toEqual([])
  await okta.send('PATCH', `/Users/${String(json['id'])}`, {
    Operations: [{ op: 'replace', value: { active: true } }],
  })
  expect((await mailsTo(t, nina.email)).map(({ subject }) => subject)).toEqual([
    `Welcome to ${t.directory.organization.name}`,
  ])
})

test('an organization that switched the mails off sends none, by no way', async () => {
  const nina = newcomer()
  const { t, owner, okta } = await scimScene()
  await t.as(owner).call(updateRealm, { send_welcome_emails: false })
  const { invite_link } = await t.as(owner).call(createInviteLink, {})
  await t.page(invite_link, { email: nina.email, name: 'Nina', password: nina.password })
  await t.as(owner).call(createUser, { ...nina, email: 'made@example.com', full_name: 'Made' })
  await okta.send('POST', '/Users', { userName: 'provisioned@example.com', displayName: 'Pia' })
  expect(t.directory.userByEmail('provisioned@example.com')).toBeDefined()
  for (const address of [nina.email, 'made@example.com', 'provisioned@example.com'])
    expect(await mailsTo(t, address)).toEqual([])
})

test('a call that fails sends nothing', async () => {
  const nina = newcomer()
  const { t, owner } = await organization()
  expect(await t.as(owner).refusal(createUser, { ...nina, full_name: '' })).toMatchObject({ status: 400 })
  expect(await mailsTo(t, nina.email)).toEqual([])
})

test('bots are not welcomed, and speak no language of the organization', async () => {
  const { t, owner } = await organization()
  await t.as(owner).call(updateRealm, { default_language: 'de' })
  const { user_id } = await t.as(owner).call(createBot, { full_name: 'Robo', short_name: 'robo' })
  const bot = t.directory.users.get(user_id)
  expect(bot?.settings.default_language).toBeUndefined()
  expect(await mailsTo(t, String(bot?.deliveryEmail))).toEqual([])
})
