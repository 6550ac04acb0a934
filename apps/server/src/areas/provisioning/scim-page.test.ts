import { createScimClient } from '@tagma/contract/endpoints/provisioning/create-scim-client.ts'
import { getScimClients } from '@tagma/contract/endpoints/provisioning/get-scim-clients.ts'
import { removeScimClient } from '@tagma/contract/endpoints/provisioning/remove-scim-client.ts'
import { rotateScimClient } from '@tagma/contract/endpoints/provisioning/rotate-scim-client.ts'
import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
import type { TestApp } from '#test/app.ts'
import { readTables } from '#test/read-tables.ts'
import { scimScene, TestScimClient } from '#test/scim-client.ts'

test('a client learns of the server in the forms of the standard', async () => {
  const { okta } = await scimScene()
  const config = await okta.get('/ServiceProviderConfig')
  expect(config.headers['content-type']).toBe('application/scim+json; charset=utf-8')
  expect(config.json).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 1000 },
    etag: { supported: false },
    sort: { supported: false },
    changePassword: { supported: false },
  })
  expect((await okta.get('/ResourceTypes')).resources.map(({ endpoint }) => endpoint)).toEqual([
    '/Users',
    '/Groups',
  ])
  expect((await okta.get('/ResourceTypes/User')).json).toMatchObject({ name: 'User' })
  const schemas = await okta.get('/Schemas')
  for (const { id } of schemas.resources)
    expect((await okta.get(`/Schemas/${String(id)}`)).json).toMatchObject({ id })
  expect((await okta.get('/Schemas/urn:nothing')).status).toBe(404)
})

test('without the secret of a client of this organization nothing is told', async () => {
  const { t, okta } = await scimScene()
  const neighbour = await scimScene()
  const wrong = `${okta.secret.slice(0, -1)}${okta.secret.endsWith('a') ? 'b' : 'a'}`
  for (const secret of ['', 'tgs_', wrong, neighbour.okta.secret, 'x'.repeat(5000)]) {
    const stranger = new TestScimClient(t, { id: 0, secret })
    const { status, json, headers } = await stranger.get('/Users')
    expect([status, json.schemas, headers['www-authenticate']]).toEqual([
      401,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
      'Bearer realm="tagma"',
    ])
  }
  expect(t.securityLines.filter(({ event }) => event === 'scim_client.refused').length).toBeGreaterThan(0)
  // People of the other organization do not exist here.
  const theirs = await neighbour.okta.person('far@example.com', 'Far')
  expect((await okta.get(`/Users/${theirs}`)).status).toBe(404)
  const group = await okta.send('POST', '/Groups', { displayName: 'G', members: [{ value: theirs }] })
  expect(group.status).toBe(400)
  expect((await okta.get('/Users?filter=userName%20eq%20%22far@example.com%22')).json.totalResults).toBe(0)
})

test('bots cannot be seen or changed', async () => {
  const { t, okta, owner } = await scimScene()
  const bot = await t.given.bot('build', owner)
  expect((await okta.get(`/Users/${bot.id}`)).status).toBe(404)
  expect((await okta.send('DELETE', `/Users/${bot.id}`)).status).toBe(404)
  expect((await okta.get('/Users')).json.totalResults).toBe(1)
})

const nested = (depth: number) => `${'('.repeat(depth)}userName pr${')'.repeat(depth)}`
const badRequests: [string, string, object | string | undefined, [number, string | undefined]][] = [
  ['GET', '/Users?filter=userName', undefined, [400, 'invalidFilter']],
  ['GET', '/Users?filter=userName%20eq', undefined, [400, 'invalidFilter']],
  ['GET', '/Users?filter=userName%20eq%20%22a', undefined, [400, 'invalidFilter']],
  ['GET', '/Users?filter=userName%20is%20%22a%22', undefined, [400, 'invalidFilter']],
  ['GET', '/Users?filter=userName%20eq%20%22a%22%20nonsense', undefined, [400, 'invalidFilter']],
  ['GET', `/Users?filter=${encodeURIComponent(nested(11))}`, undefined, [400, 'invalidFilter']],
  ['GET', `/Users?filter=${encodeURIComponent(nested(10))}`, undefined, [200, undefined]],
  ['GET', `/Users?filter=${'x'.repeat(2001)}`, undefined, [400, 'invalidFilter']],
  ['GET', '/Users?filter=__proto__%20pr', undefined, [400, 'invalidFilter']],
  ['GET', '/Users?count=many', undefined, [400, 'invalidValue']],
  ['GET', '/Users?attributes=a%5B', undefined, [400, 'invalidPath']],
  ['GET', '/Users/0', undefined, [404, undefined]],
  ['GET', '/Users/1e3', undefined, [404, undefined]],
  ['GET', '/Users/99999999999999999999', undefined, [404, undefined]],
  ['GET', '/Nothing', undefined, [404, undefined]],
  ['GET', '/constructor', undefined, [404, undefined]],
  ['GET', '/Users/1/more', undefined, [404, undefined]],
  ['DELETE', '/Users', undefined, [405, undefined]],
  ['PATCH', '/ServiceProviderConfig', {}, [405, undefined]],
  ['POST', '/Users', '{"userName":', [400, 'invalidSyntax']],
  ['POST', '/Users', '', [400, 'invalidSyntax']],
  ['POST', '/Users', '[]', [400, 'invalidSyntax']],
  ['POST', '/Users', '"text"', [400, 'invalidSyntax']],
  ['POST', '/Users', '['.repeat(100_000), [400, 'invalidSyntax']],
  ['POST', '/Users', { userName: ['a@example.com'] }, [400, 'invalidValue']],
  ['POST', '/Users', { userName: 'a@example.com', active: 'perhaps' }, [400, 'invalidValue']],
  ['POST', '/Users', { userName: 'a@example.com', roles: [{ value: 'king' }] }, [400, 'invalidValue']],
  ['POST', '/Users', { userName: 'a@example.com', name: 'A' }, [400, 'invalidValue']],
  ['POST', '/Users', '{"userName":"a@example.com","__proto__":{"active":false}}', [400, 'invalidPath']],
  ['POST', '/Users', { userName: 'a@example.com', externalId: 'x'.repeat(401) }, [400, 'invalidValue']],
  ['POST', '/Users', { userName: `a@example.com${' '.repeat(4 * 1024 * 1024)}` }, [413, undefined]],
  ['POST', '/Groups', { displayName: 'G', members: [{}] }, [400, 'invalidValue']],
  ['POST', '/Groups', { displayName: 'x'.repeat(101) }, [400, 'invalidValue']],
  ['POST', '/Groups', { displayName: '@all' }, [400, 'invalidValue']],
  ['POST', '/Groups', {}, [400, 'invalidValue']],
  ['PATCH', '/Users/{own}', {}, [400, 'invalidSyntax']],
  ['PATCH', '/Users/{own}', { Operations: [] }, [400, 'invalidSyntax']],
  ['PATCH', '/Users/{own}', { Operations: [{ op: 'move' }] }, [400, 'invalidSyntax']],
  ['PATCH', '/Users/{own}', { Operations: [{ op: 'remove' }] }, [400, 'noTarget']],
  ['PATCH', '/Users/{own}', { Operations: [{ op: 'add', value: 7 }] }, [400, 'invalidValue']],
  ['PATCH', '/Users/{own}', { Operations: [{ op: 'add', path: 'a b', value: 7 }] }, [400, 'invalidPath']],
  ['PATCH', '/Users/{own}', { Operations: [{ op: 'add', path: 'emails[', value: 7 }] }, [400, 'invalidPath']],
  ['PATCH', '/Users/{own}', { Operations: [{ op: 'replace', path: 'id', value: '7' }] }, [400, 'mutability']],
  [
    'PATCH',
    '/Users/{own}',
    { Operations: Array.from({ length: 1001 }, () => ({ op: 'remove', path: 'name' })) },
    [400, 'tooMany'],
  ],
]

async function stateOf(t: TestApp) {
  const tables = await readTables(t.app.services.data.db)
  return ['users', 'user_groups', 'scim_links'].map((name) =>
    tables.get(name)?.filter(({ organization_id }) => organization_id === t.organizationId),
  )
}

test('bad requests get errors that SCIM names, and change nothing', async () => {
  const { t, okta } = await scimScene()
  const id = await okta.person('ada@example.com', 'Ada')
  const before = await stateOf(t)
  for (const [method, path, body, expected] of badRequests) {
    const { status, json } = await okta.send(method as 'GET', path.replace('{own}', id), body)
    expect(
      [status, json.scimType],
      `${method} ${path.slice(0, 60)} ${JSON.stringify(body)?.slice(0, 60)}`,
    ).toEqual(expected)
    const isSaid =
      typeof json.detail === 'string' && json.detail.endsWith('.') && json.status === String(status)
    expect([path, isSaid]).toEqual([path, status !== 200])
  }
  expect(await stateOf(t)).toEqual(before)
})

test('bodies are JSON by their type, or have no type', async () => {
  const { okta } = await scimScene()
  const post = (type: string, body = '{"userName":"ada@example.com"}') =>
    okta.send('POST', '/Users', body, { 'content-type': type })
  expect((await post('application/x-www-form-urlencoded')).status).toBe(415)
  expect((await post('application/json; charset=utf-8')).status).toBe(201)
})

test('the limit of calls answers in the form of SCIM', async () => {
  const { okta } = await scimScene({ TAGMA_RATE_LIMITS: 'scim=3/60' })
  for (let n = 0; n < 3; n++) expect((await okta.get('/Users')).status).toBe(200)
  const { status, json, headers } = await okta.get('/Users')
  expect([status, json.status, Number(headers['retry-after']) > 0]).toEqual([429, '429', true])
})

test('an owner sees clients, rotates their secrets and removes them', async () => {
  const { t, owner, okta } = await scimScene()
  const list = async () => (await t.as(owner).call(getScimClients, {})).scim_clients
  expect(await list()).toMatchObject([
    {
      id: okta.id,
      name: 'Okta',
      hint: okta.secret.slice(-4),
      called_at: null,
      former_until: null,
      may_touch_owners: false,
      may_change_addresses: true,
    },
  ])
  await okta.get('/Users')
  expect(must((await list())[0], 'it is there').called_at).toBe(Math.floor(t.clock.now() / 1000))
  expect((await t.as(owner).call(getScimClients, {})).url).toBe(`http://${t.host}/scim/v2`)

  const password = 'password of olive'
  const rotated = await t.as(owner).call(rotateScimClient, { scim_client_id: okta.id, password })
  const next = new TestScimClient(t, { id: okta.id, secret: rotated.secret })
  expect([(await okta.get('/Users')).status, (await next.get('/Users')).status]).toEqual([200, 200])
  t.clock.advance({ days: 7, seconds: 1 })
  expect([(await okta.get('/Users')).status, (await next.get('/Users')).status]).toEqual([401, 200])

  const { secret } = await t
    .as(owner)
    .call(rotateScimClient, { scim_client_id: okta.id, password, ends_former: true })
  expect((await next.get('/Users')).status).toBe(401)
  const last = new TestScimClient(t, { id: okta.id, secret })
  expect((await last.get('/Users')).status).toBe(200)
  await t.as(owner).call(removeScimClient, { scim_client_id: okta.id })
  expect((await last.get('/Users')).status).toBe(401)
  expect(await list()).toEqual([])
  expect(await t.as(owner).refusal(removeScimClient, { scim_client_id: okta.id })).toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a client takes an owner, the permission to make accounts, and the password', async () => {
  const { t, owner, okta } = await scimScene()
  const other = await t.given.user('otto', { role: 'owner' })
  const admin = await t.given.user('ada', { role: 'administrator' })
  const neighbour = await scimScene()
  const refusal = (who: typeof other, password = `password of ${who.name}`, name = 'Okta') =>
    t.as(who).refusal(createScimClient, { name, password })
  expect(await refusal(admin)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  expect(await refusal(other)).toMatchObject({ message: expect.stringContaining('can_create_users') })
  expect(await refusal(owner, 'wrong')).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  expect(await refusal(owner, undefined, ' ')).toMatchObject({ code: 'BAD_REQUEST' })
  const password = `password of ${owner.name}`
  const ofNeighbour = { scim_client_id: neighbour.okta.id, password }
  expect(await t.as(owner).refusal(rotateScimClient, ofNeighbour)).toMatchObject({ code: 'BAD_REQUEST' })
  expect(
    await t.as(owner).refusal(rotateScimClient, { scim_client_id: okta.id, password: 'wrong' }),
  ).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  expect(await t.as(owner).refusal(removeScimClient, { scim_client_id: neighbour.okta.id })).toMatchObject({
    code: 'BAD_REQUEST',
  })
})
