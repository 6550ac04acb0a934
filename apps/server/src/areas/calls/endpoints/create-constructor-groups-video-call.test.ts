import { createHash } from 'node:crypto'
import { createConstructorGroupsVideoCall } from '@tagma/contract/endpoints/calls/create-constructor-groups-video-call.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { type VideoAnswer, videoService } from '#test/video-service.ts'

const address = 'https://example.constructor.app/groups/room/5f0c3a'
const room = { status: 200, body: JSON.stringify({ url: address }) }

/** A server with Constructor Groups. */
async function given(answer: () => VideoAnswer) {
  const service = await videoService(answer)
  const t = await testApp({
    TAGMA_CONSTRUCTOR_GROUPS_URL: `${service.url}/api/groups/xapi`,
    TAGMA_CONSTRUCTOR_GROUPS_ACCESS_KEY: 'access',
    TAGMA_CONSTRUCTOR_GROUPS_SECRET_KEY: 'secret',
  })
  return { t, service, ...(await t.given.members('iris')) }
}

test('the caller gets their own room, by their real address', async () => {
  const { t, service, iris } = await given(() => room)
  const { url } = await t.as(iris).call(createConstructorGroupsVideoCall, {})
  expect(url).toBe(address)
  const [request] = service.requests
  expect([request?.method, request?.url]).toEqual(['POST', '/api/groups/xapi/room/default'])
  expect(JSON.parse(request?.body ?? '')).toEqual({
    creator_email: iris.email,
    name: 'iris’s room',
    fallback_name: `iris’s room (${iris.email})`,
  })
  const hash = createHash('sha256').update('access|secret').digest('hex')
  expect(request?.headers.authorization).toBe(`Bearer access|${hash}`)
})

test.each([
  ['fails', { status: 503, body: '' }],
  ['gives no address', { status: 200, body: '{}' }],
  ['gives a script as the address', { status: 200, body: '{"url":"javascript:alert(1)"}' }],
])('the caller hears of it when the service %s', async (_, answer) => {
  const { t, iris } = await given(() => answer)
  const { code, message } = await t.as(iris).refusal(createConstructorGroupsVideoCall, {})
  expect([code, message.slice(0, 33)]).toEqual(['BAD_REQUEST', 'Constructor Groups gave no call. '])
})

test('an organization chooses among the services that are set up', async () => {
  const { t } = await given(() => room)
  const owner = t.as(await t.given.user('olga', { role: 'owner' }))
  const { realm_available_video_chat_providers: providers } = await owner.call(registerQueue, {})
  expect(providers).toEqual({
    disabled: { name: 'None', id: 0 },
    jitsi_meet: { name: 'Jitsi Meet', id: 1 },
    constructor_groups: { name: 'Constructor Groups', id: 6 },
  })
  await owner.call(updateRealm, { video_chat_provider: 6 })
  const refusal = await owner.refusal(updateRealm, { video_chat_provider: 7 })
  expect([refusal.code, refusal.message]).toEqual([
    'BAD_REQUEST',
    'Invalid video_chat_provider: 7 is not in realm_available_video_chat_providers.',
  ])
  const after = await owner.call(registerQueue, {})
  expect(after.realm_video_chat_provider).toBe(6)
})
