import { afterAll, beforeAll, expect } from 'vitest'
import { must } from '#model/must.ts'
import { systemRandom } from '#ports/random.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { testApp, type TestApp } from './app.ts'
import { TestBrowser } from './browser.ts'
import { oidcServer, type OidcServer } from './oidc-server.ts'

let corp: OidcServer
let other: OidcServer

/** Starts the two services of a file of tests, and ends them after it. */
export function withTwoServices(): void {
  beforeAll(async () => {
    corp = await oidcServer()
    other = await oidcServer()
  })
  afterAll(async () => {
    await corp.close()
    await other.close()
  })
}

/** The first of the two services: `corp` in addresses, `CORP` in settings. */
export const corpServer = (): OidcServer => corp
/** The second: `other`. */
export const otherServer = (): OidcServer => other

/** Makes an organization with an owner that has both services. */
export async function organization(more?: Readonly<Record<string, string>>): Promise<TestApp> {
  const t = await testApp({
    ...corp.settings('CORP', { LABEL: 'Corp', ...more }),
    ...other.settings('OTHER'),
  })
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

/** Where a sign-in by the first service begins. */
export const begin = '/accounts/login/social/oidc/corp'

/** Makes a person at the provider. */
export function person(claims: Readonly<Record<string, unknown>> = {}, at = corp): string {
  const sub = systemRandom.uuid()
  at.person({ sub, email: `${sub}@corp.example`, email_verified: true, name: 'Wera Weber', ...claims })
  return sub
}

/** Goes to the provider and signs in there. Returns the address that it leads back to, as a path. */
export async function visit(browser: TestBrowser, sub: string, url = begin): Promise<string> {
  const begun = await browser.request('GET', url)
  expect([begun.status, begun.body]).toEqual([303, ''])
  const at = url.includes('/other') ? other : corp
  const { pathname, search } = await at.signIn(String(begun.headers.location), sub)
  return pathname + search
}

/** Signs in by the provider; returns what the last page answers. */
export const enter = async (browser: TestBrowser, sub: string, url = begin) =>
  browser.request('GET', await visit(browser, sub, url))

/** Returns the code of a page that refuses. */
export const codeOf = (body: string) => /Code (S-[\w-]+)/.exec(body)?.[1]
/** Returns the name of the account that a browser is signed in to. */
export const ownName = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).json.full_name

/** Returns the owner of the organization. */
export const ownerOf = (t: TestApp) => {
  const {
    id,
    deliveryEmail: email,
    apiKey,
  } = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  return { id, email, apiKey }
}

/** Makes an organization whose groups and roles follow the service, and somebody who has groups there. */
export async function followed(more: Readonly<Record<string, string>> = {}) {
  const t = await organization({
    GROUPS: 'eng=Engineering, sales-*=*, mine=Ours',
    GROUPS_DENY: 'sales-secret',
    ROLES: 'tagma-admins=administrator, contractors=guest, helpers=moderator',
    ...more,
  })
  const sub = person({ groups: ['eng'] })
  const enterWith = async (groups: unknown, claims: Readonly<Record<string, unknown>> = {}) => {
    corp.person({
      sub,
      email: `${sub}@corp.example`,
      email_verified: true,
      name: 'Wera Weber',
      groups,
      ...claims,
    })
    const browser = new TestBrowser(t)
    expect((await enter(browser, sub)).headers.location).toBe('/')
    const { user_id: id } = (await browser.call('GET', '/users/me')).json
    return must(t.directory.users.get(Number(id)), 'there is an account')
  }
  const namesOf = (id: number) =>
    [...t.directory.groups.values()].flatMap(({ name, members }) => (members.has(id) ? name : [])).toSorted()
  const rowsOf = async () => {
    const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })
    return rows.map(({ actor_kind: kind, credential, action, target_kind: target }) =>
      [kind, credential, action, target].join(' '),
    )
  }
  return { t, sub, enterWith, namesOf, rowsOf }
}
