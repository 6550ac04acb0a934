import { createHash } from 'node:crypto'
import { createBigBlueButtonVideoCall } from '@tagma/contract/endpoints/calls/create-big-blue-button-video-call.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { type VideoAnswer, videoService } from '#test/video-service.ts'

const secret = 'shared secret'
const created = `<response><returncode>SUCCESS</returncode><meetingID>m</meetingID><createTime>1763800000123</createTime></response>`
const fine = { status: 200, body: created }

/** A server with a BigBlueButton, and people who are signed in in browsers. */
async function given(answer: () => VideoAnswer = () => fine) {
  const service = await videoService(answer)
  const environment = {
    TAGMA_BIG_BLUE_BUTTON_URL: `${service.url}/bigbluebutton`,
    TAGMA_BIG_BLUE_BUTTON_SECRET: secret,
  }
  const t = await testApp(environment)
  const { iris, petra } = await t.given.members('iris', 'petra')
  const enter = (user: typeof iris) => new TestBrowser(t).enter(user)
  return { t, service, environment, iris, petra, enter }
}

const make = (t: TestApp, user: Parameters<TestApp['as']>[0]) =>
  t.as(user).call(createBigBlueButtonVideoCall, { meeting_name: 'Harvest & hay' })

/** The fields of a signed call, whose signature is right. */
function fieldsOf(call: string, url: string): Record<string, string> {
  const [, signed = '', checksum] = /\?(.*)&checksum=(\w+)$/.exec(url) ?? []
  expect(checksum).toBe(createHash('sha256').update(`${call}${signed}${secret}`).digest('hex'))
  return Object.fromEntries(new URLSearchParams(signed))
}

test('the maker of a call joins it as its moderator, and others as viewers', async () => {
  const { t, service, iris, petra, enter } = await given()
  const { url } = await make(t, iris)
  expect(service.requests).toEqual([])

  const own = await (await enter(iris)).request('GET', url)
  expect(own.status).toBe(302)
  const location = String(own.headers.location)
  expect(location.startsWith(`${service.url}/bigbluebutton/api/join?`)).toBe(true)
  expect(service.requests.map((request) => request.url.split('?')[0])).toEqual(['/bigbluebutton/api/create'])
  const meeting = fieldsOf('create', service.requests[0]!.url)
  expect(meeting).toEqual({
    meetingID: expect.stringMatching(/^tagma-\w{20}$/) as string,
    name: 'Harvest & hay',
    lockSettingsDisableCam: 'false',
  })
  expect(fieldsOf('join', location)).toEqual({
    meetingID: meeting.meetingID,
    fullName: 'iris',
    role: 'MODERATOR',
    createTime: '1763800000123',
  })

  const other = await (await enter(petra)).request('GET', url)
  expect(fieldsOf('join', String(other.headers.location))).toMatchObject({
    meetingID: meeting.meetingID,
    fullName: 'petra',
    role: 'VIEWER',
  })
})

test('a call for voices only keeps the cameras off', async () => {
  const { t, service, iris, enter } = await given()
  const { url } = await t
    .as(iris)
    .call(createBigBlueButtonVideoCall, { meeting_name: 'Talk', voice_only: true })
  await (await enter(iris)).request('GET', url)
  expect(fieldsOf('create', service.requests[0]!.url).lockSettingsDisableCam).toBe('true')
})

test('whoever is not signed in has to sign in first', async () => {
  const { t, service, iris } = await given()
  const { url } = await make(t, iris)
  const { status, headers } = await new TestBrowser(t).request('GET', url)
  expect([status, headers.location, service.requests]).toEqual([302, '/login/', []])
})

test('a changed link and one of another organization lead nowhere', async () => {
  const { t, service, environment, iris, enter } = await given()
  const { url } = await make(t, iris)
  const elsewhere = await testApp(environment)
  const { ines } = await elsewhere.given.members('ines')
  const foreign = await make(elsewhere, ines)
  const browser = await enter(iris)
  const [text = '', sign = ''] = url.split('.')
  const other = (await make(t, iris)).url.split('.')[0]
  const wrong = [
    `${other}.${sign}`,
    text,
    `${text}.`,
    `${url.slice(0, -3)}AAA`,
    url.split('?')[0]!,
    foreign.url,
  ]
  for (const address of wrong)
    expect([address, (await browser.request('GET', address)).status]).toEqual([address, 404])
  expect(service.requests).toEqual([])
})

test.each([
  [
    'refuses the signature',
    {
      status: 200,
      body: '<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>',
    },
  ],
  ['fails', { status: 500, body: 'oops' }],
  ['breaks the connection', undefined],
  ['answers too much', { status: 200, body: created.padEnd(300_000) }],
])('a page says it when the service %s', async (_, answer) => {
  const { t, iris, enter } = await given(() => answer)
  const { url } = await make(t, iris)
  const { status, headers, body } = await (await enter(iris)).request('GET', url)
  expect([status, headers.location]).toEqual([502, undefined])
  expect(body).toContain('The call cannot begin')
  expect(body).not.toContain(secret)
})

test('without the setting there is no such call, and clients do not offer it', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refusal = await t.as(iris).refusal(createBigBlueButtonVideoCall, { meeting_name: 'Talk' })
  expect([refusal.code, refusal.message]).toEqual([
    'BAD_REQUEST',
    'BigBlueButton is not set up on this server. Its operator can do that in the configuration.',
  ])
  const { realm_available_video_chat_providers } = await t.as(iris).call(registerQueue, {})
  expect(Object.keys(realm_available_video_chat_providers ?? {})).toEqual(['disabled', 'jitsi_meet'])
  const page = await (
    await new TestBrowser(t).enter(iris)
  ).request('GET', '/calls/bigbluebutton/join?bigbluebutton=a.b')
  expect(page.status).toBe(404)
})
