import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { endAccessToken } from '@tagma/contract/endpoints/sign-in/end-access-token.ts'
import { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import type { Scope } from '@tagma/contract/scopes.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { listAccessTokens } from '#store/people/access-tokens.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import type { TestUser } from '#test/given.ts'
import { endOldTokensJob } from './end-old-tokens-job.ts'
import { saveTokenUsesJob } from './save-token-uses-job.ts'
import { tellOfEndingTokensJob } from './tell-of-ending-tokens-job.ts'

interface Wish {
  readonly scopes?: [Scope, ...Scope[]]
  readonly expires_at?: number
  readonly user_id?: number
  readonly write_to?: number[]
}

const make = (t: TestApp, user: TestUser, { scopes = ['full'], ...rest }: Wish = {}) =>
  t
    .as(user)
    .call(createAccessToken, { name: 'report', password: `password of ${user.name}`, scopes, ...rest })

/** Calls with a token in place of the API key. */
const by = (t: TestApp, user: TestUser, token: string) => t.as({ ...user, apiKey: token })

async function holder(wish?: Wish) {
  const t = await testApp()
  const iris = await t.given.user('iris')
  const { id, token } = await make(t, iris, wish)
  return { t, iris, id, token, program: by(t, iris, token) }
}

async function get(t: TestApp, url: string, authorization: string) {
  const { statusCode, body } = await t.app.http.inject({ url, headers: { host: t.host, authorization } })
  return { status: statusCode, body }
}

/** Registers a queue by token and lets a poll wait at it. */
async function parked(t: TestApp, program: ReturnType<TestApp['as']>) {
  const { queue_id, last_event_id } = await program.call(registerQueue, { event_types: ['message'] })
  const before = t.app.services.live.events.load.parked
  const poll = program.refusal(getEvents, { queue_id: must(queue_id, 'registered'), last_event_id })
  await expect.poll(() => t.app.services.live.events.load.parked).toBeGreaterThan(before)
  return { poll }
}

test('a token takes the place of the API key, or comes as a bearer token', async () => {
  const { t, iris, token, program } = await holder()
  expect(await program.call(getOwnUser, {})).toMatchObject({ user_id: iris.id })
  const bearer = await get(t, '/api/v1/users/me', `Bearer ${token}`)
  expect(JSON.parse(bearer.body)).toMatchObject({ user_id: iris.id })
  const channel = await t.given.channel([iris])
  const sent = await program.call(sendMessage, { type: 'channel', to: channel.id, topic: 'a', content: 'b' })
  expect(sent.id).toBeGreaterThan(0)
})

test('a token does what its scopes say and no more', async () => {
  const { program } = await holder({ scopes: ['messages:read', 'people:read'] })
  expect((await program.call(getUsers, {})).members).not.toEqual([])
  await program.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 })
  const refused = await program.refusal(sendMessage, { type: 'direct', to: [1], content: 'b' })
  expect([refused.status, refused.code, refused.message]).toEqual([
    403,
    'INSUFFICIENT_SCOPE',
    'This access token has no scope for this. Use one with the scope messages:write.',
  ])
})

test('no token makes keys, a password or an address, whatever its scopes are', async () => {
  const { t, iris, token, program } = await holder()
  const fields = { short_name: 'x', full_name: 'X', bot_type: 1 as const }
  expect((await program.refusal(createBot, fields)).code).toBe('INSUFFICIENT_SCOPE')
  expect((await program.refusal(regenerateApiKey, {})).code).toBe('INSUFFICIENT_SCOPE')
  const password = { old_password: 'password of iris', new_password: 'four quiet green lamps' }
  expect((await program.refusal(updateSettings, password)).code).toBe('INSUFFICIENT_SCOPE')
  const address = { email: 'other@example.com' }
  expect((await program.refusal(updateSettings, address)).code).toBe('INSUFFICIENT_SCOPE')
  await program.call(updateSettings, { full_name: 'Iris Again' })
  const list = await get(t, '/json/tagma/access_tokens', `Basic ${btoa(`${iris.email}:${token}`)}`)
  expect(list.status).toBe(401)
})

test('a token for some channels is for agents alone, and names channels that its account sees', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris])
  const hidden = await t.given.channel([otto], { invite_only: true })
  for (const id of [hidden.id, 999_999])
    await expect(make(t, iris, { write_to: [channel.id, id] })).rejects.toThrow(`There is no channel ${id}.`)
  const { token } = await make(t, iris, { write_to: [channel.id, channel.id] })
  expect(await t.as(iris).call(getAccessTokens, {})).toMatchObject({
    access_tokens: [{ kind: 'token', write_to: [channel.id] }],
    max_days: null,
  })
  expect(await by(t, iris, token).refusal(getOwnUser, {})).toMatchObject({
    code: 'INVALID_API_KEY',
    message: 'This access token is for tools at /mcp, and for nothing else.',
  })
})

test('a token for agents needs an account that may use them, and channels that they see', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  const board = await t.given.channel([iris], { name: 'board', hidden_from_agents: true })
  await expect(make(t, iris, { write_to: [board.id] })).rejects.toThrow('Agents do not see #board')
  await t.given.settings({ can_use_agents_group: t.directory.systemGroup('role:moderators').id })
  await expect(make(t, iris, { write_to: [] })).rejects.toThrow('This account may not use agents here.')
  expect((await make(t, iris)).id).toBeGreaterThan(0)
})

test('a token is no password for another account or organization', async () => {
  const { t, iris, token } = await holder()
  const otto = await t.given.user('otto')
  expect((await by(t, otto, token).refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  const other = await testApp()
  const namesake = await other.given.user('iris')
  expect((await by(other, namesake, token).refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  expect((await get(other, '/api/v1/users/me', `Bearer ${token}`)).status).toBe(401)
  const mistyped = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
  expect(await by(t, iris, mistyped).refusal(getOwnUser, {})).toMatchObject({
    code: 'INVALID_API_KEY',
    message: 'Malformed access token: a character is wrong or missing.',
  })
})

test('a token never does more than its account may now', async () => {
  const t = await testApp()
  const { owner, administrator } = await t.given.everyRole()
  const { token } = await make(t, administrator, { scopes: ['organization'] })
  const program = by(t, administrator, token)
  await program.call(updateRealm, { description: 'Colors' })
  await t.as(owner).call(updateUser, { user_id: administrator.id, role: 400 })
  expect((await program.refusal(updateRealm, { description: 'No' })).code).toBe('UNAUTHORIZED_PRINCIPAL')
})

test('ending a token ends it at once, with its queues and their polls', async () => {
  const { t, iris, id, program } = await holder()
  const { poll } = await parked(t, program)
  await t.as(iris).call(endAccessToken, { access_token_id: id })
  expect(await poll).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
  expect((await program.refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  expect((await t.as(iris).call(getAccessTokens, {})).access_tokens).toEqual([])
  expect(t.securityLines).toContainEqual(
    expect.objectContaining({ event: 'token.ended', actor: iris.id, target: id }),
  )
})

test('a new API key ends no token', async () => {
  const { t, iris, program } = await holder()
  await t.as(iris).call(regenerateApiKey, {})
  expect((await program.call(getOwnUser, {})).user_id).toBe(iris.id)
})

test('deactivation ends all tokens for good', async () => {
  const { t, iris, program } = await holder()
  const olive = await t.given.user('olive', { role: 'owner' })
  const { poll } = await parked(t, program)
  await t.as(olive).call(deactivateUser, { user_id: iris.id })
  expect((await poll).code).toBe('USER_DEACTIVATED')
  expect((await program.refusal(getOwnUser, {})).status).toBe(401)
  await t.as(olive).call(reactivateUser, { user_id: iris.id })
  expect((await program.refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
})

test('a password set by a mailed link ends all tokens', async () => {
  const { t, program } = await holder()
  await t.page('/accounts/password/reset', { email: 'iris@example.com' })
  await sendMailJob.run(t.app.services, t.organizationId)
  const links = t.mails.map(({ text }) => /\/accounts\/password\/reset\/\w+/.exec(text)?.[0])
  const link = must(
    links.findLast((one) => one !== undefined),
    'the mail has a link',
  )
  await t.page(link, { password: 'four quiet green lamps' })
  expect((await program.refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
})

test('a token ends at its time, and is then removed', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  const { token } = await make(t, iris, { expires_at: t.clock.now() / 1000 + 3600 })
  await by(t, iris, token).call(getOwnUser, {})
  t.clock.advance({ minutes: 59 })
  await by(t, iris, token).call(getOwnUser, {})
  t.clock.advance({ minutes: 1 })
  expect((await by(t, iris, token).refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  expect((await t.as(iris).call(getAccessTokens, {})).access_tokens).toEqual([])
  await endOldTokensJob.run(t.app.services, t.organizationId)
  expect(await listAccessTokens(t.app.services.data.db, [iris.id])).toEqual([])
})

test('a mail tells once, seven days before, that a token ends, and none of one made for days', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  const bot = await t.given.bot('reporter', iris)
  const day = 24 * 3600
  const now = Math.floor(t.clock.now() / 1000)
  await make(t, iris, { expires_at: now + 30 * day })
  await make(t, iris, { expires_at: now + 30 * day, user_id: bot.id })
  await make(t, iris, { expires_at: now + 6 * day })
  await make(t, iris)
  const mails = async () => {
    await tellOfEndingTokensJob.run(t.app.services, t.organizationId)
    await sendMailJob.run(t.app.services, t.organizationId)
    return t.mails.filter(({ to, subject }) => to === iris.email && subject.includes('ends soon'))
  }
  expect(await mails()).toEqual([])
  t.clock.advance({ days: 22 })
  expect(await mails()).toEqual([])
  t.clock.advance({ days: 1, minutes: 1 })
  const told = await mails()
  expect(new Set(told.map(({ text }) => /the access token[^.]*ends on/.exec(text)?.[0]))).toEqual(
    new Set(['the access token “report” ends on', 'the access token “report” of your bot reporter ends on']),
  )
  t.clock.advance({ days: 2 })
  expect(await mails()).toHaveLength(2)
})

test('a token that nobody used for a year ends, and one in use stays', async () => {
  const { t, iris, id, program } = await holder()
  await make(t, iris)
  t.clock.advance({ days: 300 })
  await program.call(getOwnUser, {})
  await saveTokenUsesJob.run(t.app.services, t.organizationId)
  t.clock.advance({ days: 66 })
  await endOldTokensJob.run(t.app.services, t.organizationId)
  expect(await listAccessTokens(t.app.services.data.db, [iris.id])).toMatchObject([{ id }])
  t.clock.advance({ days: 299, minutes: 1 })
  expect((await program.refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
})

test('people see what their tokens may do, when they were used and from where', async () => {
  const { t, iris, id, token, program } = await holder({ scopes: ['events', 'messages:read'] })
  const list = async () => (await t.as(iris).call(getAccessTokens, {})).access_tokens
  const made = {
    id,
    user_id: iris.id,
    kind: 'token',
    name: 'report',
    scopes: ['events', 'messages:read'],
    hint: token.slice(-4),
    created_at: t.clock.now() / 1000,
    expires_at: null,
    write_to: null,
  }
  expect(await list()).toEqual([{ ...made, used_at: null, used_from: '' }])
  t.clock.advance({ minutes: 5 })
  await program.call(getOwnUser, {})
  const used = { ...made, used_at: t.clock.now() / 1000, used_from: '127.0.0.1' }
  expect(await list()).toEqual([used])
  const stored = () => listAccessTokens(t.app.services.data.db, [iris.id])
  const save = () => saveTokenUsesJob.run(t.app.services, t.organizationId)
  await save()
  expect(await stored()).toMatchObject([{ usedAt: used.used_at, usedFrom: '127.0.0.1' }])
  t.clock.advance({ minutes: 59 })
  await program.call(getOwnUser, {})
  await save()
  expect(await stored()).toMatchObject([{ usedAt: used.used_at }])
  t.clock.advance({ minutes: 1 })
  await save()
  expect(await stored()).toMatchObject([{ usedAt: used.used_at + 59 * 60 }])
})

test('owners of bots and administrators manage the tokens that are theirs to manage', async () => {
  const t = await testApp()
  const { owner, administrator, member: iris, moderator } = await t.given.everyRole()
  const bot = await t.given.bot('builder', iris)
  const ofBot = await make(t, iris, { user_id: bot.id, scopes: ['messages:write'] })
  const own = await make(t, iris)
  const ofOwner = await make(t, owner)
  expect((await by(t, bot, ofBot.token).call(getOwnUser, {})).user_id).toBe(bot.id)
  const idsFor = async (user: TestUser, user_id?: number) =>
    (await t.as(user).call(getAccessTokens, user_id === undefined ? {} : { user_id })).access_tokens.map(
      (token) => token.id,
    )
  expect(await idsFor(iris)).toEqual([own.id, ofBot.id])
  expect(await idsFor(administrator, iris.id)).toEqual([own.id])
  // Nobody makes keys for other people, and nobody ends those of somebody above.
  const wish = { name: 'x', scopes: ['full'] as [Scope], password: 'password of owner', user_id: iris.id }
  expect((await t.as(owner).refusal(createAccessToken, wish)).code).toBe('BAD_REQUEST')
  const missing = await t.as(moderator).refusal(endAccessToken, { access_token_id: 2_000_000_000 })
  for (const [user, id] of [
    [moderator, own.id],
    [administrator, ofOwner.id],
  ] as const)
    expect((await t.as(user).refusal(endAccessToken, { access_token_id: id })).message).toBe(missing.message)
  const unknown = await t.as(moderator).refusal(getAccessTokens, { user_id: 2_000_000_000 })
  expect((await t.as(moderator).refusal(getAccessTokens, { user_id: iris.id })).message).toBe(unknown.message)
  expect((await t.as(administrator).refusal(getAccessTokens, { user_id: owner.id })).message).toBe(
    unknown.message,
  )
  await t.as(administrator).call(endAccessToken, { access_token_id: own.id })
  expect(await idsFor(iris)).toEqual([ofBot.id])
  const elsewhere = await testApp()
  const stranger = await elsewhere.given.user('stranger', { role: 'owner' })
  const foreign = await elsewhere.as(stranger).refusal(endAccessToken, { access_token_id: ofBot.id })
  expect(foreign.message).toBe(missing.message)
})

test('a token is made with the password, a name and an end, and its person is told by mail', async () => {
  const { t, iris, id } = await holder()
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.findLast(({ to }) => to === iris.email)?.subject).toMatch(/^An access token was made at /)
  expect(t.securityLines).toContainEqual(expect.objectContaining({ event: 'token.created', actor: iris.id }))
  const wish = { name: 'report', scopes: ['events'] as [Scope], password: 'password of iris' }
  const refusal = async (changes: object) => {
    const { code, message } = await t.as(iris).refusal(createAccessToken, { ...wish, ...changes })
    return `${code}: ${message}`
  }
  expect(await refusal({ password: 'wrong' })).toBe('AUTHENTICATION_FAILED: Wrong password!')
  expect(await refusal({ name: '  ' })).toMatch(/^BAD_REQUEST: Give the token a name/)
  expect(await refusal({ name: 'n'.repeat(61) })).toMatch(/at most 60 characters/)
  expect(await refusal({ name: 'a\nb' })).toMatch(/no line breaks/)
  expect(await refusal({ expires_at: t.clock.now() / 1000 })).toMatch(/is in the past/)
  expect((await t.as(iris).call(getAccessTokens, {})).access_tokens.map((token) => token.id)).toEqual([id])
})

test('a server can ask that every token ends', async () => {
  const t = await testApp({ TAGMA_TOKEN_MAX_DAYS: '90' })
  const iris = await t.given.user('iris')
  const day = 24 * 3600
  const now = t.clock.now() / 1000
  const wish = { name: 'report', scopes: ['events'] as [Scope], password: 'password of iris' }
  const message = 'Tokens of this server end after at most 90 days: send expires_at.'
  expect((await t.as(iris).refusal(createAccessToken, wish)).message).toBe(message)
  const late = await t.as(iris).refusal(createAccessToken, { ...wish, expires_at: now + 91 * day })
  expect(late.message).toBe(message)
  expect((await make(t, iris, { expires_at: now + 90 * day })).id).toBeGreaterThan(0)
  expect((await t.as(iris).call(getAccessTokens, {})).max_days).toBe(90)
})

test('files and pictures open for tokens with their scope', async () => {
  const { t, iris, token } = await holder({ scopes: ['files:read'] })
  const { token: other } = await make(t, iris, { scopes: ['messages:read'] })
  const file = `/user_uploads/${t.organizationId}/ab/cd/none.txt`
  const basic = (key: string) => `Basic ${btoa(`${iris.email}:${key}`)}`
  expect((await get(t, file, basic(token))).status).toBe(404)
  expect((await get(t, file, basic(other))).status).toBe(403)
  expect((await get(t, `/avatar/${iris.id}`, basic(other))).status).toBe(401)
})

test('a service sends messages by a token of an incoming webhook in its address, which needs the scope', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  const hook = await t.given.bot('hook', iris, { type: 'incomingWebhook' })
  const channel = await t.given.channel([iris])
  const ask = async (scope: Scope) => {
    const { token } = await make(t, iris, { user_id: hook.id, scopes: [scope] })
    const { statusCode } = await t.app.http.inject({
      method: 'POST',
      url: `/api/v1/external/json?api_key=${token}&stream=${channel.id}`,
      headers: { host: t.host, 'content-type': 'application/json' },
      payload: '{"a":1}',
    })
    return statusCode
  }
  expect(await ask('messages:write')).toBe(200)
  expect(await ask('messages:read')).toBe(403)
})

test('a session stays what it was beside a token', async () => {
  const { t, iris, id } = await holder()
  const browser = await new TestBrowser(t).enter(iris)
  await t.as(iris).call(endAccessToken, { access_token_id: id })
  expect((await browser.call('GET', '/users/me')).status).toBe(200)
})

test('only people with the permission make tokens, and those that exist go on', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const gil = await t.given.user('gil', { role: 'guest' })
  const given = { name: 'Report', password: 'password of iris', scopes: ['full' as const] }
  const { token } = await t.as(iris).call(createAccessToken, given)
  const byGuest = { ...given, password: 'password of gil' }
  await t.as(gil).call(createAccessToken, byGuest)
  const group = t.directory.systemGroup('role:moderators').id
  await t.given.settings({ can_create_access_tokens_group: group })
  for (const [person, args] of [
    [iris, given],
    [gil, byGuest],
  ] as const)
    expect(await t.as(person).refusal(createAccessToken, args)).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Administrators decide who may'),
    })
  const { user_id: id } = await t.as({ ...iris, apiKey: token }).call(getOwnUser, {})
  expect(id).toBe(iris.id)
  const mo = await t.given.user('mo', { role: 'moderator' })
  const made = await t.as(mo).call(createAccessToken, { ...given, password: 'password of mo' })
  expect(made.token).toMatch(/^tgm_/)
})
