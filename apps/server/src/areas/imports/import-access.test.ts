import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { findPasswordHash } from '#store/people/users.ts'
import { formerPassword, testApp, testClient } from '#test/app.ts'
import { imported, teaClub } from '#test/imported-organization.ts'
import type { LoginLink } from './login-links.ts'

const pbkdf2 = `pbkdf2_sha256$600000$salt$${'A'.repeat(43)}=`
const argon2 = `argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdHNhbHRzYWx0$${'A'.repeat(43)}`

test('people go on with their passwords, which get a hash of this server at the first sign-in', async () => {
  const t = await testApp()
  const { app } = t
  const { built } = teaClub()
  built.person('Rita', { email_address_visibility: 1 })
  const apiKey = 'abcdefghijklmnopqrstuvwxyz012345'
  const credentials = new Map([
    ['iris@example.com', { hash: pbkdf2, apiKey: '' }],
    ['otto@example.com', { hash: argon2, apiKey }],
    ['mona@example.com', { hash: 'bcrypt$$2b$12$abc', apiKey: 'short' }],
    ['rita@example.com', { hash: '!unusable', apiKey: '' }],
    ['nobody@example.com', { hash: '', apiKey: '' }],
  ])
  const { directory, report, subdomain } = await imported(t, built, { credentials })
  const idOf = (name: string) => must(directory.userByEmail(`${name}@example.com`), 'they are there').id
  const hashOf = (name: string) => findPasswordHash(app.services.data.db, idOf(name))
  expect(await hashOf('mona')).toBeNull()
  expect(await hashOf('rita')).toBeNull()
  expect(directory.userByEmail('otto@example.com')?.apiKey).toBe(apiKey)
  expect(report.losses).toMatchObject([
    { table: 'passwords', reason: 'kind_not_known', count: 1 },
    { table: 'passwords', reason: 'new_api_key', count: 1 },
    { table: 'passwords', reason: 'person_unknown', count: 1 },
  ])

  expect(await hashOf('otto')).toBe(argon2)
  const stranger = testClient(app, `${subdomain}.localhost`, undefined)
  const signIn = { username: 'iris@example.com', password: formerPassword }
  const { api_key } = await stranger.call(fetchApiKey, signIn)
  expect(api_key).toBe(directory.userByEmail('iris@example.com')?.apiKey)
  expect(await hashOf('iris')).toBe(`plain$${formerPassword}`)
  expect((await stranger.call(fetchApiKey, signIn)).api_key).toBe(api_key)
  expect((await stranger.refusal(fetchApiKey, { ...signIn, password: 'wrong' })).code).toBe(
    'AUTHENTICATION_FAILED',
  )
})

test('a link for each active person without a password sets the first one', async () => {
  const t = await testApp()
  const { built } = teaClub()
  built.person('Gone', { is_active: false })
  built.person('Helper', { is_bot: true, bot_type: 1 })
  const kept: LoginLink[] = []
  const credentials = new Map([['iris@example.com', { hash: pbkdf2, apiKey: '' }]])
  const { subdomain } = await imported(t, built, {
    credentials,
    saveLinks: async (links) => void kept.push(...links),
  })
  expect(kept.map(({ email }) => email).toSorted()).toEqual(['mona@example.com', 'otto@example.com'])
  const link = new URL(must(kept[0], 'there is a link').link)
  expect(link.hostname).toMatch(new RegExp(`^${subdomain}\\.`))
  const open = async () =>
    t.app.http.inject({ url: link.pathname, headers: { host: `${subdomain}.localhost` } })
  expect((await open()).body).toContain('password')
  t.clock.advance({ days: 13 })
  expect((await open()).statusCode).toBe(200)
  t.clock.advance({ days: 2 })
  expect((await open()).statusCode).toBe(410)
})
