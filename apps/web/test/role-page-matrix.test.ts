import { ApiError } from '@tagma/client/api-error.ts'
import { type Client, createClient } from '@tagma/client/client.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { type Installation, installation } from '@tagma/server/test/server-process.ts'
import type { State } from '@tagma/sync/state.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rulingIn } from '#state/rights-of.ts'
import { channelRows, conversationRows } from './role-pages/channel-rows.ts'
import { dataRows, organizationRows } from './role-pages/organization-rows.ts'
import { inGroup, peopleRows } from './role-pages/people-rows.ts'
import { narrowOf, notEmpty } from './role-pages/row.ts'
import { makeWorld, type PersonName, type World, worldSettings } from './world.ts'

// Rights of each role on each page: the page's decision beside the server's answer when it is asked to do it.

let server: Installation
let world: World
/** Calls of each role by the session of a browser: some pages ask what no API key opens. */
let sessions: Readonly<Record<RoleName, Client['call']>>
let groupId: number
/** The channel that reports go to: the owner and a moderator are in it. */
let moderatorsId: number

const staff = { owner: 'olive', administrator: 'iris', moderator: 'mo', member: 'mia', guest: 'gus' } as const
type RoleName = keyof typeof staff

beforeAll(async () => {
  server = await installation(worldSettings)
  await server.start()
  world = await makeWorld(server.url)
  const { olive, iris, mia, mo, gus } = world.people
  await olive.call(updateUser, { user_id: iris.id, role: roles.administrator })
  await olive.call(subscribe, { subscriptions: [{ name: 'design' }], principals: [gus.id] })
  const { group_id } = await olive.call(createUserGroup, {
    name: 'letters',
    description: '',
    members: [mia.id],
  })
  groupId = group_id
  const moderators = { name: 'moderators', subscribers: [olive.id, mo.id], invite_only: true }
  moderatorsId = (await olive.call(createChannel, moderators)).id
  await olive.call(updateRealm, { moderation_request_channel_id: moderatorsId })
  await olive.call(sendMessage, {
    type: 'channel',
    to: moderatorsId,
    topic: 'reports',
    content: 'Nothing yet',
  })
  await world.send('otto', { channel: 'engine', topic: 'parts' }, 'Which wheel?')
  sessions = Object.fromEntries(
    await Promise.all(
      (Object.keys(staff) as RoleName[]).map(async (role) => [role, await sessionOf(staff[role])] as const),
    ),
  ) as Record<RoleName, Client['call']>
})
afterAll(() => server?.remove())

/** Signs in with a password, as the form does. */
async function sessionOf(name: PersonName): Promise<Client['call']> {
  const { email, password } = world.people[name]
  const answer = await fetch(new URL('/login/', server.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: server.url },
    body: new URLSearchParams({ username: email, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  if (answer.status !== 303) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
  const withCookie: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('Cookie', cookie)
    return fetch(request)
  }
  return createClient({ url: server.url, root: '/json', fetch: withCookie }).call
}

const rows = [...organizationRows, ...dataRows, ...peopleRows, inGroup, ...channelRows, ...conversationRows]

async function stateOf(name: RoleName): Promise<State> {
  return world.people[staff[name]].call(registerQueue, { include_subscribers: 'partial' })
}

/** Whether the server does what it is asked. Other failures than a refusal fail the test. */
async function isDone(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}

test('pages and server agree for every role what can be done on each page', async () => {
  const list = (is: Readonly<Record<RoleName, boolean>>) =>
    (Object.keys(staff) as RoleName[]).filter((role) => is[role]).join(' ')
  const given = { world, groupId, moderatorsId }
  const byPages: Record<string, string> = {}
  const byServer: Record<string, string> = {}
  const meant: Record<string, string> = {}
  let count = 0
  for (const row of rows) {
    const key = `${row.page}: ${row.deed}`
    const decided = {} as Record<RoleName, boolean>
    const done = {} as Record<RoleName, boolean>
    for (const role of Object.keys(staff) as RoleName[]) {
      const state = await stateOf(role)
      const decision = row.decides(state, given)
      decided[role] = decision === undefined || decision === true
      const { call } = world.people[staff[role]]
      done[role] = await isDone(
        row.asks({
          call,
          inBrowser: sessions[role],
          state,
          given,
          number: ++count,
          name: `m-${role}-${count}`,
        }),
      )
    }
    byPages[key] = list(decided)
    byServer[key] = list(done)
    meant[key] = row.who
  }
  expect(byPages).toEqual(byServer)
  expect(byServer).toEqual(meant)
})

test('without an account one reads what is open to the web, and nothing else', async () => {
  const { call } = createClient({ url: server.url })
  const read = (operand: number) =>
    isDone(
      call(getMessages, {
        ...narrowOf(operand),
        narrow: [
          { operator: 'channels', operand: 'web-public' },
          { operator: 'channel', operand },
        ],
      }).then(notEmpty),
    )
  expect(await read(world.channels.square)).toBe(true)
  expect(await read(world.channels.design)).toBe(false)
  const state = await stateOf('owner')
  const may = (channelId: number) =>
    rulingIn(
      state,
      { of: 'without-account', place: { kind: 'channel', channelId }, isSubscribed: false },
      'read',
    )?.isAllowed
  expect(may(world.channels.square)).toBe(true)
  expect(may(world.channels.design)).toBe(false)
})
