import { ApiError } from '@tagma/client/api-error.ts'
import { allowsScope, type Scope, scopeNames } from '@tagma/contract/scopes.ts'
import { expect, test } from 'vitest'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'
import { insertAccessToken } from '#store/people/access-tokens.ts'
import { allEndpoints, type TestApp, testApp } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'

// Tests which access tokens may call which endpoint.

const callable = allEndpoints.filter(({ session, keyInAddress }) => !session && !keyInAddress)

async function tokenOf(t: TestApp, { id }: TestUser, scope: Scope): Promise<string> {
  const { data, time } = t.app.services
  const token = accessTokenOf(time.random.token(drawnLength))
  await data.transact(t.organizationId, (tx) =>
    insertAccessToken(tx, token, { userId: id, name: scope, scopes: [scope], expiresAt: null }),
  )
  return token
}

test.each(scopeNames)(
  'a token with the scope %s is heard by the endpoints of that scope alone',
  async (scope) => {
    const t = await testApp()
    const found: string[] = []
    for (const [index, endpoint] of callable.entries()) {
      // A guest may do little: the scope is looked at before the role.
      const guest = await t.given.user(`guest${index}`, { role: 'guest' })
      // Without a queue, events would be waited for.
      const args = endpoint.id === 'get-events' ? { queue_id: 'none', last_event_id: -1 } : {}
      const apiKey = await tokenOf(t, guest, scope)
      const code = await t
        .as({ ...guest, apiKey })
        .call(endpoint, args)
        .then(() => 'done')
        .catch((error: unknown) => (error instanceof ApiError ? error.code : 'heard'))
      if (code !== 'INSUFFICIENT_SCOPE') found.push(endpoint.id)
      expect(['INVALID_API_KEY', 'UNAUTHORIZED']).not.toContain(code)
    }
    const expected = callable.filter(
      (endpoint) =>
        endpoint.scope === scope ||
        endpoint.scope === 'any' ||
        (scope === 'full' && endpoint.scope !== 'none'),
    )
    expect(found).toEqual(expected.map(({ id }) => id))
  },
)

test('endpoints that hand out or end credentials are closed to all tokens', () => {
  expect(
    allEndpoints.filter(({ scope, session }) => scope === 'none' && !session).map(({ id }) => id),
  ).toEqual([
    'create-bot',
    'get-bot-api-key',
    // A service's payload can hold credentials of its own.
    'get-bot-payload',
    'get-bots',
    'regenerate-bot-api-key',
    'regenerate-api-key',
  ])
  expect(allEndpoints.filter(({ scope, session }) => session && scope !== 'none')).toEqual([])
  expect(allowsScope(['full'], 'none')).toBe(false)
})

test('a scope for reading lets nothing be changed', () => {
  const changing = allEndpoints.filter(({ scope, method }) => scope.endsWith(':read') && method !== 'GET')
  // They answer how a message would look.
  expect(changing.map(({ id }) => id)).toEqual(['preview-bot-template', 'render-message'])
})

test('whatever needs a higher role needs its own scope, or takes no token', () => {
  const others = allEndpoints.filter(
    ({ role, scope }) =>
      ['moderator', 'administrator', 'owner'].includes(role) &&
      !['organization', 'full', 'none'].includes(scope),
  )
  expect(others).toEqual([])
})
