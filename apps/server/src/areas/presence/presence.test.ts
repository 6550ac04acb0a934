import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getPresence } from '@tagma/contract/endpoints/presence/get-presence.ts'
import { getUserPresence } from '@tagma/contract/endpoints/presence/get-user-presence.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { updateOrganization } from '#store/organization/organizations.ts'
import { loadPresence } from '#store/people/presence.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { flushPresence } from './presence-job.ts'

const seconds = (t: TestApp) => t.clock.now() / 1000

test('the status is reported as given, in both formats, with the newest update id', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const now = seconds(t)
  const first = await t.as(iris).call(updatePresence, { status: 'active', last_update_id: -1 })
  expect(first).toMatchObject({
    server_timestamp: now,
    presences: { [iris.id]: { active_timestamp: now, idle_timestamp: now } },
  })
  const { presences } = await t.as(otto).call(updatePresence, { status: 'idle' })
  expect(presences).toEqual({
    'iris@example.com': {
      aggregated: { client: 'website', status: 'active', timestamp: now },
      website: { client: 'website', status: 'active', timestamp: now, pushable: false },
    },
    'otto@example.com': {
      aggregated: { client: 'website', status: 'idle', timestamp: now },
      website: { client: 'website', status: 'idle', timestamp: now, pushable: false },
    },
  })
  const slim = await t.as(otto).call(updatePresence, { status: 'active', slim_presence: true })
  expect(Object.keys(slim.presences ?? {})).toEqual([String(iris.id), String(otto.id)])
  expect(slim.presence_last_update_id).toBeGreaterThan(first.presence_last_update_id)
})

test('only newer presence comes, and without news the id stays the same', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(otto).call(updatePresence, { status: 'active' })
  const all = await t.as(iris).call(updatePresence, { status: 'active', last_update_id: -1 })
  const last = all.presence_last_update_id
  await t.as(otto).call(updatePresence, { status: 'active', ping_only: true })
  const newer = await t
    .as(otto)
    .call(updatePresence, { status: 'active', last_update_id: last, history_limit_days: 0 })
  // If other processes give out ids too, a few earlier entries are told again.
  const told = Object.keys(newer.presences ?? {}).filter(
    (id) => !t.app.services.data.isShared || id === String(otto.id),
  )
  expect(told).toEqual([String(otto.id)])
  await t.as(iris).call(updateSettings, { presence_enabled: false })
  const report = (last_update_id: number) =>
    t.as(iris).call(updatePresence, { status: 'active', last_update_id })
  // That one is invisible now is news, once; the reports of somebody invisible are none.
  const { presence_last_update_id } = await report(newer.presence_last_update_id)
  expect(await report(presence_last_update_id)).toMatchObject({ presence_last_update_id, presences: {} })
})

test('a client that already has presence is not limited by days', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const report = (user: typeof iris, args: { last_update_id?: number; history_limit_days?: number } = {}) =>
    t.as(user).call(updatePresence, { status: 'active', ...args })
  const first = await report(mia, { last_update_id: -1 })
  await report(otto)
  t.clock.advance({ days: 3 })
  const answer = (last_update_id: number) => report(iris, { last_update_id, history_limit_days: 1 })
  const again = await answer(first.presence_last_update_id)
  expect(Object.keys(again.presences ?? {})).toContain(String(otto.id))
  for (const nothing of [-1, 0])
    expect(Object.keys((await answer(nothing)).presences ?? {})).toEqual([String(iris.id)])
})

test('active and idle times follow the reports', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const start = seconds(t)
  const told = async (status: 'active' | 'idle') => {
    await t.as(iris).call(updatePresence, { status, new_user_input: true, ping_only: true })
    const modern = await t.as(otto).call(updatePresence, { status: 'idle', last_update_id: -1 })
    const legacy = await t.as(otto).call(updatePresence, { status: 'idle' })
    return [modern.presences?.[iris.id], legacy.presences?.[iris.email]]
  }
  const legacy = (status: 'active' | 'idle', timestamp: number) => ({
    aggregated: { client: 'website', status, timestamp },
    website: { client: 'website', status, timestamp, pushable: false },
  })
  expect(await told('active')).toEqual([
    { active_timestamp: start, idle_timestamp: start },
    legacy('active', start),
  ])
  t.clock.advance({ minutes: 1 })
  expect(await told('idle')).toEqual([
    { active_timestamp: start, idle_timestamp: start + 60 },
    legacy('idle', start + 60),
  ])
  t.clock.advance({ minutes: 1 })
  expect(await told('active')).toEqual([
    { active_timestamp: start + 120, idle_timestamp: start + 120 },
    legacy('active', start + 120),
  ])
})

test('ping_only answers neither presences nor the time', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).call(updatePresence, { status: 'active', ping_only: true })).toEqual({
    presence_last_update_id: -1,
  })
  expect(
    await t.as(iris).call(updatePresence, { status: 'idle', ping_only: true, last_update_id: 7 }),
  ).toEqual({ presence_last_update_id: 7 })
})

test('presence older than the limit is left out, by default 14 days', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(otto).call(updatePresence, { status: 'active' })
  t.clock.advance({ days: 15 })
  const ids = async (history_limit_days?: number) => {
    const answer = await t
      .as(iris)
      .call(updatePresence, { status: 'active', last_update_id: -1, history_limit_days })
    return Object.keys(answer.presences ?? {})
  }
  expect(await ids()).toEqual([String(iris.id)])
  expect(await ids(365)).toEqual([String(iris.id), String(otto.id)])
})

test('an unknown status and a missing one are refused, and bots have no presence', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('beep', iris)
  expect(await t.as(iris).refusal(updatePresence, { status: 'away' as 'idle' })).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('status'),
  })
  expect(await t.as(iris).refusal(updatePresence, {} as { status: 'idle' })).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
  })
  expect(await t.as(bot).refusal(updatePresence, { status: 'idle' })).toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await t.as(iris).refusal(getUserPresence, { user_id_or_email: bot.id })).toMatchObject({
    message: 'Presence is not supported for bot users.',
  })
})

test('a user who comes online is announced at once, and not again while they stay', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const online = () => t.as(iris).call(updatePresence, { status: 'active', ping_only: true })
  const received = await converge(t, [iris, otto, guest], online)
  const now = seconds(t)
  expect(received.get(otto.id)).toMatchObject([
    { type: 'presence', presences: { [iris.id]: { active_timestamp: now, idle_timestamp: now } } },
  ])
  t.clock.advance({ minutes: 1 })
  const again = await events(t, otto, online)
  expect(again).toEqual([])
  t.clock.advance({ minutes: 3 })
  expect(await events(t, otto, online)).toMatchObject([
    {
      type: 'presence',
      user_id: iris.id,
      email: 'iris@example.com',
      server_timestamp: seconds(t),
      presence: { website: { client: 'website', status: 'active', pushable: false } },
    },
  ])
})

/** Collects the events that a client without capabilities gets during an action. */
async function events(t: TestApp, user: Parameters<TestApp['as']>[0], action: () => Promise<unknown>) {
  const { queue_id, last_event_id } = await t.as(user).call(registerQueue, { event_types: ['presence'] })
  const poll = () => t.as(user).call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
  await poll()
  await action()
  return (await poll()).events
}

test('who becomes invisible looks away at once, and is there again as soon as they want', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(iris).call(updatePresence, { status: 'active' })
  const now = seconds(t)
  const set = (presence_enabled: boolean) => () => t.as(iris).call(updateSettings, { presence_enabled })
  const seen = (times: number) => [
    expect.objectContaining({
      type: 'presence',
      presence: { website: expect.objectContaining({ timestamp: times }) as unknown },
    }),
  ]
  expect(await events(t, otto, set(false))).toEqual(seen(now - 141))
  expect(await events(t, otto, set(true))).toEqual(seen(now))
})

test('invisible users leave no trace, and there is no presence if it is switched off', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(iris).call(updateSettings, { presence_enabled: false })
  expect(await events(t, otto, () => t.as(iris).call(updatePresence, { status: 'active' }))).toEqual([])
  expect(await t.as(otto).refusal(getUserPresence, { user_id_or_email: iris.id })).toMatchObject({
    message: `No presence data for ${iris.email}`,
  })
  await t.as(otto).call(updatePresence, { status: 'active' })
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, { settings: JSON.stringify({ presence_disabled: true }) }),
  )
  expect(await t.as(otto).call(updatePresence, { status: 'active' })).toMatchObject({
    presence_last_update_id: -1,
    presences: {},
  })
  expect(await t.as(otto).call(updatePresence, { status: 'active', last_update_id: 7 })).toMatchObject({
    presence_last_update_id: 7,
    presences: {},
  })
  expect((await t.as(otto).call(getPresence, {})).presences).toEqual({})
})

test('one user’s presence has both formats, by id and by email address', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const now = seconds(t)
  await t.as(iris).call(updatePresence, { status: 'idle' })
  const expected = {
    presence: {
      active_timestamp: 0,
      idle_timestamp: now,
      website: { status: 'idle', timestamp: now },
      aggregated: { status: 'idle', timestamp: now },
    },
    server_timestamp: now,
  }
  expect(await t.as(otto).call(getUserPresence, { user_id_or_email: iris.id })).toMatchObject(expected)
  expect(await t.as(otto).call(getUserPresence, { user_id_or_email: iris.email })).toMatchObject(expected)
  t.clock.advance({ seconds: 140 })
  const { presence: soon } = await t.as(otto).call(getUserPresence, { user_id_or_email: iris.id })
  expect(soon.aggregated).toEqual({ status: 'idle', timestamp: now })
  t.clock.advance({ seconds: 1 })
  const { presence: later } = await t.as(otto).call(getUserPresence, { user_id_or_email: iris.id })
  expect(later.aggregated).toEqual({ status: 'offline', timestamp: now })
  expect(later.website).toEqual({ status: 'idle', timestamp: now })
  expect(Object.keys((await t.as(otto).call(getPresence, {})).presences)).toEqual([iris.email])
  for (const unknown of [999_999, 'nobody@example.com'])
    expect(await t.as(otto).refusal(getUserPresence, { user_id_or_email: unknown })).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'No such user',
    })
})

test('users of other organizations are hidden', async () => {
  const t = await testApp()
  const other = await testApp()
  const { iris } = await t.given.members('iris')
  const { mia } = await other.given.members('mia')
  await other.as(mia).call(updatePresence, { status: 'active' })
  const { presences } = await t.as(iris).call(updatePresence, { status: 'active', last_update_id: -1 })
  expect(Object.keys(presences ?? {})).toEqual([String(iris.id)])
  expect(await t.as(iris).refusal(getUserPresence, { user_id_or_email: mia.id })).toMatchObject({
    message: 'No such user',
  })
})

/** Makes an organization whose guest shares a channel with Otto and nothing with Iris. */
async function withLimitedGuest(environment: Readonly<Record<string, string>> = {}) {
  const t = await testApp(environment)
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  await t.given.channel([otto, guest])
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, {
      settings: JSON.stringify({
        can_access_all_users_group: t.directory.systemGroup('role:members').id,
      }),
    }),
  )
  const online = (user: typeof iris) => () => t.as(user).call(updatePresence, { status: 'active' })
  return { t, iris, otto, guest, online }
}

test('limited guests get only the presence of people they may see', async () => {
  const { t, iris, otto, guest, online } = await withLimitedGuest()
  expect(await events(t, guest, online(iris))).toEqual([])
  expect(await events(t, guest, online(otto))).toMatchObject([{ type: 'presence', user_id: otto.id }])
  const { presences } = await t.as(guest).call(updatePresence, { status: 'active', last_update_id: -1 })
  expect(Object.keys(presences ?? {})).toEqual([String(otto.id), String(guest.id)])
  expect(await t.as(guest).refusal(getUserPresence, { user_id_or_email: iris.id })).toMatchObject({
    message: 'No such user',
  })
})

test('if presence is not limited, people hidden from a guest have a made-up address', async () => {
  const { t, iris, otto, guest, online } = await withLimitedGuest({
    CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE: 'false',
  })
  const madeUp = `user${iris.id}@tagma.invalid`
  expect(await events(t, guest, online(iris))).toMatchObject([{ user_id: iris.id, email: madeUp }])
  expect(await events(t, guest, online(otto))).toMatchObject([{ user_id: otto.id, email: otto.email }])
  const lists = [
    (await t.as(guest).call(getPresence, {})).presences,
    (await t.as(guest).call(updatePresence, { status: 'active' })).presences,
    (await t.as(guest).call(registerQueue, { event_types: ['presence'] })).presences,
  ]
  for (const presences of lists)
    expect(Object.keys(presences ?? {}).toSorted()).toEqual(
      expect.arrayContaining([madeUp, otto.email].toSorted()),
    )
  expect(JSON.stringify(lists)).not.toContain(iris.email)
  expect(await t.as(guest).refusal(getUserPresence, { user_id_or_email: madeUp })).toMatchObject({
    message: 'No such user',
  })
})

test('presence is written at most once a minute, and a new process goes on from there', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { services } = t.app
  const saved = () => loadPresence(services.data.db, t.organizationId)
  for (let second = 0; second < 5; second++) {
    await t.as(iris).call(updatePresence, { status: 'active' })
    t.clock.advance({ seconds: 1 })
  }
  await t.as(otto).call(updatePresence, { status: 'idle' })
  expect(await saved()).toEqual([])
  await flushPresence(services, t.organizationId)
  const rows = await saved()
  expect(rows).toMatchObject([
    { userId: iris.id, status: 'active', updateId: 5 },
    { userId: otto.id, status: 'idle', activeAt: 0, updateId: 6 },
  ])
  await t.as(iris).call(updatePresence, { status: 'idle' })
  await flushPresence(services, t.organizationId)
  expect((await saved()).map((row) => [row.userId, row.status])).toEqual([
    [otto.id, 'idle'],
    [iris.id, 'idle'],
  ])
})
