import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { listScimClients } from '#store/people/scim-clients.ts'
import { converge } from '#test/converge.ts'
import { scimScene } from '#test/scim-client.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { listScimUsers } from './scim-users.ts'

test('Okta looks for a person, makes them, reads them back and changes them', async () => {
  const { t, okta } = await scimScene()
  expect(await okta.get('/Users?startIndex=1&count=2')).toMatchObject({
    status: 200,
    json: { totalResults: 1, startIndex: 1, itemsPerPage: 1 },
  })
  const filter = encodeURIComponent('userName eq "barb@example.com"')
  expect((await okta.get(`/Users?filter=${filter}&startIndex=1&count=100`)).json).toMatchObject({
    totalResults: 0,
    Resources: [],
  })
  const made = await okta.send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'barb@example.com',
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    emails: [{ primary: true, value: 'barb@example.com', type: 'work' }],
    displayName: 'Barbara Jensen',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: 'never taken',
    active: true,
  })
  expect(made.status).toBe(201)
  const id = String(made.json.id)
  expect(made.headers.location).toMatch(new RegExp(`/scim/v2/Users/${id}$`))
  expect(made.json).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'barb@example.com',
    externalId: '00ujl29u0le5T6Aj10h7',
    displayName: 'Barbara Jensen',
    name: { formatted: 'Barbara Jensen', givenName: 'Barbara', familyName: 'Jensen' },
    emails: [{ value: 'barb@example.com', type: 'work', primary: true }],
    active: true,
    roles: [{ value: 'member', primary: true }],
    groups: [],
    meta: { resourceType: 'User' },
  })
  expect((await okta.get(`/Users/${id}`)).json).toEqual(made.json)
  expect((await okta.get(`/Users?filter=${filter}`)).json).toMatchObject({ totalResults: 1 })

  // Okta sends all of the person again.
  const changed = await okta.send('PUT', `/Users/${id}`, {
    ...made.json,
    displayName: 'Barbara Smith',
    name: { givenName: 'Barbara', familyName: 'Smith' },
  })
  expect([changed.status, changed.json.displayName]).toEqual([200, 'Barbara Smith'])
  expect(t.directory.users.get(Number(id))).toMatchObject({ fullName: 'Barbara Smith', role: roles.member })
  expect(t.securityLines.filter(({ scim_client }) => scim_client === okta.id)).toMatchObject([
    { event: 'account.created', actor: null, target: Number(id) },
  ])
})

/** Bodies in the forms in which Okta and Entra were recorded to send them, and what becomes of Ada. */
const patches: [string, object, object][] = [
  ['Okta deactivates', { Operations: [{ op: 'replace', value: { active: false } }] }, { active: false }],
  [
    'Entra deactivates by a text',
    { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
    { active: false },
  ],
  [
    'Entra deactivates by a text without a path',
    { Operations: [{ op: 'Replace', value: { active: 'False' } }] },
    { active: false },
  ],
  [
    'Entra renames by keys that are paths',
    { Operations: [{ op: 'Replace', value: { displayName: 'Ada King', 'name.familyName': 'King' } }] },
    { displayName: 'Ada King' },
  ],
  [
    'a family name alone',
    { Operations: [{ op: 'Add', path: 'name.familyName', value: 'King' }] },
    { displayName: 'Ada King', name: { givenName: 'Ada', familyName: 'King' } },
  ],
  [
    'a whole name alone',
    { Operations: [{ op: 'replace', path: 'name', value: { formatted: 'Ada, Countess' } }] },
    { displayName: 'Ada, Countess' },
  ],
  [
    'Entra adds an address of work, which is not the userName',
    { Operations: [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'a@example.com' }] },
    { userName: 'ada@example.com' },
  ],
  [
    'another address',
    { Operations: [{ op: 'Replace', path: 'userName', value: 'ada.king@example.com' }] },
    { userName: 'ada.king@example.com', emails: [{ value: 'ada.king@example.com' }] },
  ],
  [
    'the id that it has',
    { Operations: [{ op: 'replace', value: { id: '{id}', displayName: 'Ada B' } }] },
    { displayName: 'Ada B' },
  ],
  [
    'a role',
    { Operations: [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'Moderator' }] },
    { roles: [{ value: 'moderator' }] },
  ],
  [
    'a role as a list',
    { Operations: [{ op: 'replace', path: 'roles', value: [{ value: 'guest' }] }] },
    { roles: [{ value: 'guest' }] },
  ],
  [
    'attributes of the enterprise, which are not kept',
    {
      Operations: [
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Engines',
        },
        {
          op: 'Add',
          value: { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: {} } },
        },
      ],
    },
    { displayName: 'Ada Lovelace' },
  ],
  [
    'an id of its own',
    { Operations: [{ op: 'Add', path: 'externalId', value: 'ext-2' }] },
    { externalId: 'ext-2' },
  ],
]

test.each(patches)('%s', async (_, body, expected) => {
  const { okta } = await scimScene()
  const id = await okta.person('ada@example.com', 'Ada Lovelace', { externalId: 'ext-1' })
  const text = JSON.stringify({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], ...body })
  const { status, json } = await okta.send('PATCH', `/Users/${id}`, text.replaceAll('{id}', id))
  expect(json).toMatchObject(expected)
  expect(status).toBe(200)
  const read = await okta.get(`/Users/${id}`)
  expect(read.json).toEqual(json)
})

test('a client can forget the id by which it knows somebody', async () => {
  const { okta } = await scimScene()
  const id = await okta.person('ada@example.com', 'Ada', { externalId: 'ext-1' })
  const { json } = await okta.send('PATCH', `/Users/${id}`, {
    Operations: [{ op: 'Remove', path: 'externalId' }],
  })
  expect(json).not.toHaveProperty('externalId')
  expect((await okta.get(`/Users/${id}`)).json).not.toHaveProperty('externalId')
})

const deactivations: [string, 'PATCH' | 'PUT' | 'DELETE', object | undefined][] = [
  ['PATCH without a path', 'PATCH', { Operations: [{ op: 'replace', value: { active: false } }] }],
  ['PATCH by a text', 'PATCH', { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }],
  ['PUT', 'PUT', { userName: 'iris@example.com', active: false }],
  ['DELETE', 'DELETE', undefined],
]

test.each(deactivations)('%s ends sessions, tokens, keys and queues at once', async (_, method, body) => {
  const { t, okta, owner } = await scimScene()
  const iris = await t.given.user('iris')
  const bot = await t.given.bot('build', iris)
  const { token } = await t
    .as(iris)
    .call(createAccessToken, { name: 'report', password: 'password of iris', scopes: ['full'] })
  const byToken = t.as({ ...iris, apiKey: token })
  await byToken.call(getOwnUser, {})
  const { queue_id, last_event_id } = await byToken.call(registerQueue, { event_types: ['message'] })
  const before = t.app.services.live.events.load.parked
  const poll = byToken.refusal(getEvents, { queue_id: must(queue_id, 'registered'), last_event_id })
  await expect.poll(() => t.app.services.live.events.load.parked).toBeGreaterThan(before)

  await converge(t, [owner], async () => {
    const { status } = await okta.send(method, `/Users/${iris.id}`, body)
    expect(status).toBe(method === 'DELETE' ? 204 : 200)
  })
  expect(await poll).toMatchObject({ code: expect.stringMatching(/^(USER_DEACTIVATED|INVALID_API_KEY)$/) })
  expect(await byToken.refusal(getOwnUser, {})).toMatchObject({ status: 401 })
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'USER_DEACTIVATED' })
  expect(await t.as(bot).refusal(getOwnUser, {})).toMatchObject({ code: 'USER_DEACTIVATED' })
  expect((await okta.get(`/Users/${iris.id}`)).json).toMatchObject({ active: false })

  // Who comes back gets another key.
  const back = { Operations: [{ op: 'Replace', path: 'active', value: 'True' }] }
  await converge(t, [owner], () => okta.send('PATCH', `/Users/${iris.id}`, back))
  expect((await okta.get(`/Users/${iris.id}`)).json).toMatchObject({ active: true })
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
})

test('everybody learns of people who are made and changed, and the audit log names the client', async () => {
  const { t, okta, owner } = await scimScene()
  const iris = await t.given.user('iris')
  await t.given.channel([owner, iris], { name: 'design' })
  await converge(t, [owner, iris], async () => {
    const ada = await okta.person('ada@example.com', 'Ada')
    await okta.person('gone@example.com', 'Gone', { active: false })
    await okta.send('PATCH', `/Users/${ada}`, {
      Operations: [
        {
          op: 'replace',
          value: { displayName: 'Ada King', active: false, roles: [{ value: 'administrator' }] },
        },
      ],
    })
    await okta.send('PUT', `/Users/${ada}`, {
      userName: 'countess@example.com',
      active: true,
      roles: [{ value: 'moderator' }],
    })
  })
  const rows = (
    await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 100 })
  ).filter(({ actor_kind }) => actor_kind === 'scim')
  expect(rows.map(({ action }) => action)).toEqual([
    'user.created',
    'user.created',
    'user.deactivated',
    'user.deactivated',
    'user.role',
    'user.reactivated',
    'user.role',
    'user.email',
  ])
  expect(new Set(rows.map(({ actor_id, credential }) => `${actor_id} ${credential}`))).toEqual(
    new Set([`null scim ${okta.id}`]),
  )
})

test('an account that is made inactive cannot sign in, and keeps its address', async () => {
  const { okta } = await scimScene()
  const first = await okta.send('POST', '/Users', {
    userName: 'gone@example.com',
    displayName: 'Gone',
    active: 'false',
  })
  expect(first.json).toMatchObject({ active: false })
  const again = await okta.send('POST', '/Users', { userName: 'Gone@example.com', displayName: 'Gone' })
  expect([again.status, again.json]).toMatchObject([409, { status: '409', scimType: 'uniqueness' }])
})

test('lists have pages, and one query for any number of people', async () => {
  const { t, okta } = await scimScene()
  const ids = []
  for (let n = 1; n <= 12; n++)
    ids.push(await okta.person(`p${n}@example.com`, `Person ${n}`, { externalId: `x${n}` }))
  const page = await okta.get('/Users?startIndex=3&count=4&filter=displayName%20sw%20%22person%22')
  expect(page.json).toMatchObject({ totalResults: 12, startIndex: 3, itemsPerPage: 4 })
  expect(page.resources.map(({ id }) => id)).toEqual(ids.slice(2, 6))
  expect(page.resources.map(({ externalId }) => externalId)).toEqual(['x3', 'x4', 'x5', 'x6'])
  expect((await okta.get('/Users?count=0')).json).toMatchObject({ totalResults: 13, itemsPerPage: 0 })
  expect((await okta.get('/Users?startIndex=-7&count=-1')).json).toMatchObject({
    startIndex: 1,
    itemsPerPage: 0,
  })
  const { services } = t.app
  const { db, queries } = watchQueries(services.data.db)
  const client = must((await listScimClients(db, t.organizationId))[0], 'there is one')
  const before = queries.length
  await listScimUsers({
    client,
    directory: t.directory,
    services: { ...services, data: { ...services.data, db } },
    base: '',
    query: { count: '1000' },
    body: () => expect.unreachable(),
    transact: () => expect.unreachable(),
    note: () => {},
  })
  expect(queries.length - before).toBe(1)
})

const found: [string, string[]][] = [
  ['userName eq "ADA@example.com"', ['ada']],
  ['externalId eq "x-ada"', ['ada']],
  ['externalId eq "X-ADA"', []],
  ['emails[type eq "work"].value eq "ada@example.com"', ['ada']],
  ['emails.value eq "bob@example.com"', ['bob']],
  ['emails eq "bob@example.com" and active eq true', []],
  ['emails eq "bob@example.com" and active eq "False"', ['bob']],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bob@example.com"', ['bob']],
  ['displayName eq "ada" or displayName eq "BOB"', ['ada', 'bob']],
  ['(displayName co "d" or userName sw "bob") and not (active eq false)', ['ada']],
  ['externalId pr and displayName ne "Bob"', ['ada']],
  ['nickName eq "x"', []],
  ['userName eq "nobody@example.com"', []],
]

test.each(found)('the filter %s finds %j', async (filter, names) => {
  const { okta } = await scimScene()
  await okta.person('ada@example.com', 'Ada', { externalId: 'x-ada' })
  await okta.person('bob@example.com', 'Bob', { externalId: 'x-bob', active: false })
  const { status, resources } = await okta.get(`/Users?filter=${encodeURIComponent(filter)}`)
  expect(status).toBe(200)
  expect(resources.map(({ displayName }) => String(displayName).toLowerCase())).toEqual(names)
})

test('an id finds its person, and attributes choose what is said of them', async () => {
  const { okta } = await scimScene()
  const id = await okta.person('ada@example.com', 'Ada Lovelace')
  const { resources } = await okta.get(
    `/Users?filter=${encodeURIComponent(`id eq "${id}"`)}&attributes=userName,name.familyName`,
  )
  expect(resources).toEqual([
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      userName: 'ada@example.com',
      name: { familyName: 'Lovelace' },
    },
  ])
  const { json } = await okta.get(`/Users/${id}?excludedAttributes=emails,meta,name.formatted,id`)
  expect(new Set(Object.keys(json))).toEqual(
    new Set(['active', 'displayName', 'groups', 'id', 'name', 'roles', 'schemas', 'userName']),
  )
  expect(json.name).toEqual({ givenName: 'Ada', familyName: 'Lovelace' })
})

test('owners change by a client that may, and the last one stays', async () => {
  const { t, okta, owner, client } = await scimScene()
  const hr = await client('HR', { may_touch_owners: true })
  const demote = { Operations: [{ op: 'replace', path: 'roles', value: [{ value: 'member' }] }] }
  const leave = { Operations: [{ op: 'replace', value: { active: false } }] }
  expect((await okta.send('PATCH', `/Users/${owner.id}`, leave)).status).toBe(403)
  expect((await okta.send('PATCH', `/Users/${owner.id}`, demote)).status).toBe(403)
  expect((await okta.send('DELETE', `/Users/${owner.id}`)).status).toBe(403)
  const asOwner = { userName: 'o@example.com', displayName: 'O', roles: [{ value: 'owner' }] }
  expect((await okta.send('POST', '/Users', asOwner)).status).toBe(403)
  // A change of nothing is fine, and so is an id of the client's own.
  const same = { Operations: [{ op: 'replace', value: { active: true, externalId: 'boss' } }] }
  expect((await okta.send('PATCH', `/Users/${owner.id}`, same)).json).toMatchObject({ externalId: 'boss' })

  for (const body of [leave, demote]) {
    const { status, json } = await hr.send('PATCH', `/Users/${owner.id}`, body)
    expect([status, json.scimType]).toEqual([400, 'invalidValue'])
  }
  expect(t.directory.users.get(owner.id)).toMatchObject({ isActive: true, role: roles.owner })
  expect((await hr.send('POST', '/Users', asOwner)).status).toBe(201)
  expect((await hr.send('PATCH', `/Users/${owner.id}`, demote)).json).toMatchObject({
    roles: [{ value: 'member' }],
  })
})

test('a client of an owner who may not change addresses cannot either', async () => {
  const { t, owner, client } = await scimScene()
  const other = await t.given.user('other-owner', { role: 'owner' })
  await t.given.mayCreateUsers(other)
  const weak = await client('Weak', {}, other)
  const iris = await t.given.user('iris')
  const body = { Operations: [{ op: 'replace', path: 'userName', value: 'mine@example.com' }] }
  const { status, json } = await weak.send('PATCH', `/Users/${iris.id}`, body)
  expect([status, json.detail]).toEqual([403, expect.stringContaining('can_change_user_emails')])
  expect(t.directory.users.get(iris.id)?.deliveryEmail).toBe('iris@example.com')
  expect(owner.id).not.toBe(other.id)
})

test('a PATCH with one operation that cannot be changes nothing', async () => {
  const { t, okta } = await scimScene()
  await t.given.user('iris')
  const id = await okta.person('ada@example.com', 'Ada')
  const { status, json } = await okta.send('PATCH', `/Users/${id}`, {
    Operations: [
      { op: 'replace', path: 'displayName', value: 'Ada King' },
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'userName', value: 'IRIS@example.com' },
    ],
  })
  expect([status, json.scimType]).toEqual([409, 'uniqueness'])
  expect((await okta.get(`/Users/${id}`)).json).toMatchObject({ displayName: 'Ada', active: true })
})

test('rules of the organization hold: domains, names, unique names', async () => {
  const { t, okta } = await scimScene()
  await t.given.user('iris')
  await t.given.settings({ require_unique_names: true, disallow_disposable_email_addresses: true })
  const refused = async (body: object) => {
    const { status, json } = await okta.send('POST', '/Users', body)
    return [status, json.scimType]
  }
  expect(await refused({ userName: 'a@mailinator.com', displayName: 'A' })).toEqual([400, 'invalidValue'])
  expect(await refused({ userName: 'ada', displayName: 'A' })).toEqual([400, 'invalidValue'])
  expect(await refused({ userName: 'a@example.com', displayName: 'A *B*' })).toEqual([400, 'invalidValue'])
  expect(await refused({ userName: 'a@example.com', displayName: 'IRIS' })).toEqual([400, 'invalidValue'])
  expect(await refused({ displayName: 'A' })).toEqual([400, 'invalidValue'])
})
