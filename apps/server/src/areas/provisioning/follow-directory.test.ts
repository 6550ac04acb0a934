import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { Attribute, Change } from 'ldapts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { type LdapServer, startLdapServer } from '#test/ldap-server.ts'
import { followDirectory } from './follow-directory.ts'
import { followLdapJob } from './follow-ldap-job.ts'

let ldap: LdapServer
beforeAll(async () => {
  ldap = await startLdapServer()
})
afterAll(async () => ldap.stop())

/** People of the test, with a server of their own filter: tests share the directory. */
let count = 0
async function organization(settings: Readonly<Record<string, string>> = {}) {
  const team = `team${++count}`
  const t = await testApp({
    ...ldap.settings,
    TAGMA_LDAP_FILTER: `(&(uid={username})(employeeType=${team}))`,
    ...settings,
  })
  const person = (uid: string, attributes: Readonly<Record<string, string | string[]>> = {}) =>
    ldap.add(`${uid}-${team}`, { employeeType: team, ...attributes })
  const key = (uid: string) =>
    t.as().call(fetchApiKey, { username: `${uid}-${team}`, password: `secret of ${uid}-${team}` })
  return { t, person, key }
}

const look = (t: TestApp, isForced = false) => followDirectory(t.app.services, t.organizationId, { isForced })
const set = (dn: string, type: string, ...values: string[]) =>
  ldap.change((client) =>
    client.modify(dn, new Change({ operation: 'replace', modification: new Attribute({ type, values }) })),
  )
const isActive = (t: TestApp, id: number) => t.directory.users.get(id)?.isActive

test('who is gone at two looks is deactivated with all that gives access, and let in again on return', async () => {
  const { t, person, key } = await organization()
  const dn = await person('ada')
  await person('ben')
  const ada = await key('ada')
  await key('ben')
  // No longer matched by the filter, as a locked person.
  await set(dn, 'employeeType', 'gone')
  expect(await look(t)).toMatchObject({ deactivated: 0, problems: [] })
  expect(isActive(t, ada.user_id)).toBe(true)
  expect(await look(t)).toMatchObject({ deactivated: 1, problems: [] })
  const caller = { id: ada.user_id, email: ada.email, apiKey: ada.api_key }
  expect((await t.as(caller).refusal(getOwnUser, {})).code).toBe('USER_DEACTIVATED')
  await set(dn, 'employeeType', `team${count}`)
  expect(await look(t)).toMatchObject({ reactivated: 1 })
  // The old key stays dead.
  expect((await t.as(caller).refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  expect((await key('ada')).user_id).toBe(ada.user_id)
})

test('whom an administrator lets in again stays, and whom one deactivated is not let in by the directory', async () => {
  const { t, person, key } = await organization()
  const olive = await t.given.user('olive', { role: 'owner' })
  const dn = await person('cleo')
  await person('dora')
  const cleo = await key('cleo')
  await key('dora')
  await ldap.change((client) => client.del(dn))
  await look(t)
  await look(t)
  expect(isActive(t, cleo.user_id)).toBe(false)
  await t.as(olive).call(reactivateUser, { user_id: cleo.user_id })
  await look(t)
  expect(isActive(t, cleo.user_id)).toBe(true)
  const doraId = t.directory.userByEmail(`dora-team${count}@example.com`)?.id ?? 0
  await t.as(olive).call(deactivateUser, { user_id: doraId })
  await look(t)
  await look(t)
  expect(isActive(t, doraId)).toBe(false)
})

test('somebody back before the second look was never away', async () => {
  const { t, person, key } = await organization()
  const dn = await person('emma')
  await person('finn')
  const emma = await key('emma')
  await key('finn')
  await set(dn, 'employeeType', 'gone')
  await look(t)
  await set(dn, 'employeeType', `team${count}`)
  await look(t)
  await set(dn, 'employeeType', 'gone')
  await look(t)
  expect(isActive(t, emma.user_id)).toBe(true)
})

test('more than a tenth at once stay, with a warning, until somebody insists', async () => {
  const { t, person, key } = await organization()
  const dns = [await person('gina'), await person('hans')]
  await person('ines')
  const ids = [(await key('gina')).user_id, (await key('hans')).user_id]
  await key('ines')
  for (const dn of dns) await ldap.change((client) => client.del(dn))
  await look(t)
  const stopped = await look(t)
  expect(stopped).toMatchObject({ deactivated: 0 })
  expect(stopped.problems.join()).toContain('tagma ldap sync --force')
  expect(ids.map((id) => isActive(t, id))).toEqual([true, true])
  expect(await look(t, true)).toMatchObject({ deactivated: 2 })
  expect(ids.map((id) => isActive(t, id))).toEqual([false, false])
})

test('a directory that names nobody deactivates nobody', async () => {
  const { t, person, key } = await organization()
  const dn = await person('jana')
  const jana = await key('jana')
  await ldap.change((client) => client.del(dn))
  await look(t)
  expect(await look(t)).toMatchObject({ deactivated: 0 })
  expect(isActive(t, jana.user_id)).toBe(true)
})

test('the only owner stays, and accounts without a link are none of its business', async () => {
  const { t, person, key } = await organization()
  const { kim } = await t.given.members('kim')
  await person('lara')
  await key('lara')
  await look(t)
  await look(t)
  expect(isActive(t, kim.id)).toBe(true)
})

test('names and groups follow the directory, and a group of the same name that people made stays theirs', async () => {
  const { t, person, key } = await organization({
    TAGMA_LDAP_GROUPS_ATTRIBUTE: 'ou',
    TAGMA_LDAP_GROUPS: 'eng=Engineering, sales-*=*, mine=Ours',
  })
  const dn = await person('mona', { ou: ['cn=eng,ou=groups,dc=example,dc=com', 'sales-eu', 'mine', 'other'] })
  const mona = await key('mona')
  await person('nils', { ou: ['eng'] })
  const nils = await key('nils')
  const { otis } = await t.given.members('otis')
  await t.as(otis).call(createUserGroup, { name: 'Ours', description: '', members: [otis.id] })
  await ldap.change((client) => client.modifyDN(dn, 'cn=Mona Möller,ou=people,dc=example,dc=com'))
  const first = await look(t)
  expect(first).toMatchObject({ renamed: 1, groups: 2 })
  expect(first.problems.join()).toContain('The group "Ours" was made here')
  expect(t.directory.users.get(mona.user_id)?.fullName).toBe('Mona Möller')
  const membersOf = (name: string) =>
    [...(t.directory.groupByName(name)?.members ?? [])].toSorted((a, b) => a - b)
  expect(membersOf('Engineering')).toEqual([mona.user_id, nils.user_id])
  expect(membersOf('sales-eu')).toEqual([mona.user_id])
  expect(membersOf('Ours')).toEqual([otis.id])
  expect(t.directory.groupByName('other')).toBeUndefined()
  await set('cn=Mona Möller,ou=people,dc=example,dc=com', 'ou', 'eng')
  expect(await look(t)).toMatchObject({ renamed: 0, groups: 1 })
  expect(membersOf('sales-eu')).toEqual([])
  expect(await look(t)).toMatchObject({ groups: 0 })
})

test('the job looks at its times, and a directory that is away changes nothing', async () => {
  const { t, person, key } = await organization({ TAGMA_LDAP_SYNC_MINUTES: '30' })
  const dn = await person('pia')
  await person('rolf')
  const pia = await key('pia')
  await key('rolf')
  await ldap.change((client) => client.del(dn))
  const run = () => followLdapJob.run(t.app.services, t.organizationId)
  await run()
  await run()
  expect(isActive(t, pia.user_id)).toBe(true)
  t.clock.advance({ seconds: 1800 })
  await run()
  expect(isActive(t, pia.user_id)).toBe(false)
  const away = await testApp({ TAGMA_LDAP_URL: 'ldap://127.0.0.1:1', TAGMA_LDAP_BASE: 'dc=example,dc=com' })
  await followLdapJob.run(away.app.services, away.organizationId)
})
