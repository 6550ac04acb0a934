import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { makeSetupLink } from './make-setup-link.ts'

const person = {
  organization: 'Analytical Engine',
  name: 'Ada',
  email: 'ada@example.com',
  password: 'a long enough password',
}

async function waiting() {
  const t = await testApp()
  const newLink = () =>
    makeSetupLink(t.app.services, { id: t.organizationId, subdomain: t.directory.organization.subdomain })
  return { t, newLink, link: await newLink() }
}

test('each printed link makes the first owner, and then all links end', async () => {
  const { t, link, newLink } = await waiting()
  const later = await newLink()
  expect((await t.page(later)).body).toContain('Become the owner')
  expect((await t.page(link, person)).status).toBe(303)
  for (const used of [link, later]) {
    expect(await t.page(used)).toMatchObject({ status: 404 })
    expect((await t.page(used, { ...person, email: 'eve@example.com' })).status).toBe(404)
  }
  expect([...t.directory.users.values()].filter((user) => user.role === 100)).toMatchObject([
    { fullName: 'Ada', canCreateUsers: true, canChangeUserEmails: true },
  ])
})

test('any other first owner ends the links too, even links made later', async () => {
  const { t, link, newLink } = await waiting()
  await t.given.user('olga', { role: 'owner' })
  for (const dead of [link, await newLink()])
    expect((await t.page(dead, { ...person, email: 'eve@example.com' })).status).toBe(404)
})

test('members, administrators and bots do not end the link', async () => {
  const { t, link } = await waiting()
  const administrator = await t.given.user('iris', { role: 'administrator' })
  await t.given.bot('beep', administrator)
  expect((await t.page(link, person)).status).toBe(303)
})

test('a link works for three days', async () => {
  const { t, link, newLink } = await waiting()
  t.clock.advance({ days: 2, hours: 23 })
  expect((await t.page(link)).status).toBe(200)
  t.clock.advance({ hours: 2 })
  expect((await t.page(link)).body).toContain('the server prints a new link when it starts')
  expect((await t.page(await newLink(), person)).status).toBe(303)
})

test.each([
  ['de-AT, en;q=0.5', 'en', 'de'],
  ['fr', 'en', 'en'],
  ['en', 'de', 'de'],
])('set up by a browser that reads %s, in “%s” before, it speaks “%s”', async (accepts, before, after) => {
  const { t, link } = await waiting()
  await t.given.settings({ default_language: before })
  await new TestBrowser(t).request('POST', new URL(link).pathname, person, { 'accept-language': accepts })
  expect(t.directory.organization.settings.default_language).toBe(after)
  const owner = t.directory.userByEmail(person.email)
  expect(owner?.settings.default_language ?? 'en').toBe(after)
})

test('the first owner ends signed in, in the client', async () => {
  const { t, link } = await waiting()
  const browser = new TestBrowser(t)
  const { status, headers, body } = await browser.request('POST', new URL(link).pathname, person)
  expect([status, headers.location, body]).toEqual([303, '/', ''])
  expect((await browser.call('GET', '/users/me')).json).toMatchObject({ full_name: 'Ada', is_owner: true })
})
