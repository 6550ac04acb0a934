import { createNextcloudTalkVideoCall } from '@tagma/contract/endpoints/calls/create-nextcloud-talk-video-call.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { type VideoAnswer, videoService } from '#test/video-service.ts'

const room = (token: string) => ({ status: 201, body: JSON.stringify({ ocs: { data: { token } } }) })

/** A server with a Nextcloud. */
async function given(answer: () => VideoAnswer) {
  const service = await videoService(answer)
  const t = await testApp({
    TAGMA_NEXTCLOUD_URL: `${service.url}/cloud/`,
    TAGMA_NEXTCLOUD_USERNAME: 'tagma',
    TAGMA_NEXTCLOUD_PASSWORD: 'app password',
  })
  const { iris } = await t.given.members('iris')
  return { service, client: t.as(iris) }
}

test('a public room is created, and its address returned', async () => {
  const { service, client } = await given(() => room('k4e8fq2p'))
  const { url } = await client.call(createNextcloudTalkVideoCall, { room_name: 'Harvest' })
  expect(url).toBe(`${service.url}/cloud/call/k4e8fq2p`)
  const [request] = service.requests
  expect([request?.method, request?.url]).toEqual(['POST', '/cloud/ocs/v2.php/apps/spreed/api/v4/room'])
  expect(JSON.parse(request?.body ?? '')).toEqual({ roomType: 3, roomName: 'Harvest' })
  expect(request?.headers).toMatchObject({
    authorization: `Basic ${btoa('tagma:app password')}`,
    'ocs-apirequest': 'true',
    accept: 'application/json',
  })
})

test.each([
  ['refuses the password', { status: 401, body: '{"ocs":{}}' }],
  ['leads elsewhere', { status: 302, body: '' }],
  ['answers in HTML', { status: 200, body: '<html>' }],
  ['gives no room', { status: 200, body: '{"ocs":{"data":[]}}' }],
  ['gives a token that is a path', room('../../evil')],
  ['breaks the connection', undefined],
])('the caller hears of it when the service %s', async (_, answer) => {
  const { client } = await given(() => answer)
  const { code, message } = await client.refusal(createNextcloudTalkVideoCall, { room_name: 'Harvest' })
  expect([code, message]).toEqual([
    'BAD_REQUEST',
    'Nextcloud Talk gave no call. Try again in a moment; if that does not help, the log of the server says why.',
  ])
})

test('without the setting there is no such call', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { message } = await t.as(iris).refusal(createNextcloudTalkVideoCall, { room_name: 'Harvest' })
  expect(message).toBe(
    'Nextcloud Talk is not set up on this server. Its operator can do that in the configuration.',
  )
})
