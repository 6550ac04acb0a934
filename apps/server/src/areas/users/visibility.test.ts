import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { getUserStatus } from '@tagma/contract/endpoints/status/get-user-status.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { getUserByEmail } from '@tagma/contract/endpoints/users/get-user-by-email.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { expect, test } from 'vitest'
import { updateOrganization } from '#store/organization/organizations.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

/** Makes an organization whose guest shares a channel with Otto, direct messages with Mia, and nothing with Iris. */
async function limited() {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const guest = await t.given.user('guest', { role: 'guest' })
  const bot = await t.given.bot('beep', iris)
  const channel = await t.given.channel([otto, guest])
  await t.given.message(mia, [guest])
  await limit(t, 'role:members')
  return { t, iris, otto, mia, guest, bot, channel }
}

const limit = (t: TestApp, group: 'role:members' | 'role:everyone') =>
  t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, {
      settings: JSON.stringify({ can_access_all_users_group: t.directory.systemGroup(group).id }),
    }),
  )

test('guests see bots and people they share a channel or direct messages with', async () => {
  const { t, iris, otto, mia, guest, bot } = await limited()
  const { members } = await t.as(guest).call(getUsers, {})
  expect(members.map((user) => user.user_id)).toEqual([otto.id, mia.id, guest.id, bot.id])
  for (const refusal of [
    await t.as(guest).refusal(getUser, { user_id: iris.id }),
    await t.as(guest).refusal(getUserByEmail, { email: iris.email }),
    await t.as(guest).refusal(getUserStatus, { user_id: iris.id }),
  ])
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', message: 'No such user' })
  expect((await t.as(guest).call(getUser, { user_id: otto.id })).user.full_name).toBe('otto')
  await limit(t, 'role:everyone')
  expect((await t.as(guest).call(getUsers, {})).members).toHaveLength(5)
})

test('older clients get an entry without content for people they may not see', async () => {
  const { t, iris, guest } = await limited()
  const entry = async (user_list_incomplete: boolean) => {
    const { realm_users } = await t.as(guest).call(registerQueue, {
      event_types: ['realm_user'],
      client_capabilities: { user_list_incomplete },
    })
    return realm_users?.find((user) => user.user_id === iris.id)
  }
  expect(await entry(true)).toBeUndefined()
  expect(await entry(false)).toMatchObject({ full_name: 'Unknown user', delivery_email: null })
})

test('older clients get such an entry for newcomers too', async () => {
  const { t, guest } = await limited()
  const register = (user_list_incomplete: boolean) =>
    t
      .as(guest)
      .call(registerQueue, { event_types: ['realm_user'], client_capabilities: { user_list_incomplete } })
  const queues = [await register(true), await register(false)]
  const nora = await t.given.user('nora')
  const received = []
  for (const { queue_id, last_event_id } of queues) {
    const { events } = await t
      .as(guest)
      .call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
    received.push(events)
  }
  const { realm_users } = await register(false)
  const person = realm_users?.find((user) => user.user_id === nora.id)
  expect(person).toMatchObject({ full_name: 'Unknown user' })
  expect(received).toEqual([[], [{ id: expect.any(Number), type: 'realm_user', op: 'add', person }]])
})

test('acts of hidden users are not told', async () => {
  const { t, iris, otto, guest } = await limited()
  for (const [user, isSeen] of [
    [iris, false],
    [otto, true],
  ] as const) {
    const received = await converge(t, [guest, iris], async () => {
      await t.as(user).call(updateSettings, { full_name: `${user.name} Adler` })
      await t.as(user).call(updateStatus, { status_text: 'here' })
      await t.as(user).call(updateSettings, { email_address_visibility: 3 })
    })
    expect(received.get(guest.id)?.length === 0).toBe(!isSeen)
  }
})

test('users become visible with a shared channel, and hidden with the last one', async () => {
  const { t, iris, otto, mia, guest, channel } = await limited()
  const add = (principals: number[]) =>
    t.as(otto).call(subscribe, { subscriptions: [{ name: channel.name }], principals })
  const remove = (user: typeof iris) => t.as(user).call(unsubscribe, { subscriptions: [channel.name] })
  const observers = [guest, otto]
  const revealed = await converge(t, observers, () => add([iris.id, mia.id]))
  expect(
    revealed
      .get(guest.id)
      ?.filter((event) => event.type === 'realm_user')
      .map((event) => event.op),
  ).toEqual(['add', 'add'])
  const hidden = await converge(t, observers, () => remove(iris))
  expect(hidden.get(guest.id)?.filter((event) => event.type === 'realm_user')).toMatchObject([
    { op: 'remove', person: { user_id: iris.id, full_name: 'Unknown user' } },
  ])
  await converge(t, observers, () => remove(mia))
  await converge(t, observers, () => remove(guest))
  expect((await t.as(guest).call(getUsers, {})).members.map((user) => user.user_id)).not.toContain(otto.id)
  await converge(t, observers, () => add([guest.id]))
})

test('users become visible with the first direct message', async () => {
  const { t, iris, guest } = await limited()
  const received = await converge(t, [guest, iris], () => t.given.message(iris, [guest]))
  expect(received.get(guest.id)?.map((event) => [event.type, event.op])).toEqual([
    ['realm_user', 'add'],
    ['user_group', 'add_members'],
    ['user_group', 'add_members'],
    ['message', undefined],
  ])
  const again = await converge(t, [guest, iris], () => t.given.message(iris, [guest]))
  expect(again.get(guest.id)?.map((event) => event.type)).toEqual(['message'])
})

test('guests see only visible people among a group’s members', async () => {
  const { t, iris, otto, guest, channel } = await limited()
  const { group_id } = await t
    .as(otto)
    .call(createUserGroup, { name: 'design', description: '', members: [iris.id, otto.id] })
  const seen = async () => {
    const { realm_user_groups = [] } = await t
      .as(guest)
      .call(registerQueue, { event_types: ['realm_user_groups'] })
    return {
      members: realm_user_groups.find(({ id }) => id === group_id)?.members,
      all: realm_user_groups.flatMap((group) => group.members),
    }
  }
  expect((await seen()).members).toEqual([otto.id])
  expect((await seen()).all).not.toContain(iris.id)

  const observers = [guest, otto]
  const groupEvents = (received: Awaited<ReturnType<typeof converge>>) =>
    received.get(guest.id)?.filter(({ type }) => type === 'user_group')
  const changed = await converge(t, observers, async () => {
    await t.as(otto).call(updateUserGroupMembers, { user_group_id: group_id, delete: [iris.id] })
    await t.as(otto).call(updateUserGroupMembers, { user_group_id: group_id, add: [iris.id] })
  })
  expect(groupEvents(changed)).toEqual([])
  await converge(t, observers, async () => {
    await t.as(otto).call(createUserGroup, { name: 'paint', description: '', members: [iris.id, otto.id] })
    await t.as(otto).call(updateUserGroup, { user_group_id: group_id, deactivated: true })
    await t.as(otto).call(updateUserGroup, { user_group_id: group_id, deactivated: false })
  })

  await converge(t, observers, () =>
    t.as(otto).call(subscribe, { subscriptions: [{ name: channel.name }], principals: [iris.id] }),
  )
  expect((await seen()).members).toEqual([iris.id, otto.id])
  await converge(t, observers, () => t.as(iris).call(unsubscribe, { subscriptions: [channel.name] }))
  expect((await seen()).members).toEqual([otto.id])
})

test('a message reveals only the id of a sender hidden from its reader', async () => {
  const { t, iris, otto, guest, channel } = await limited()
  const received = await converge(t, [guest, otto], async () => {
    await t.given.message(otto, channel)
    await t.given.message(iris, channel)
  })
  const { messages } = await t
    .as(guest)
    .call(getMessages, { anchor: 'newest', num_before: 2, num_after: 0, narrow: [] })
  const told = received.get(guest.id)?.flatMap((event) => (event.type === 'message' ? [event.message] : []))
  for (const list of [messages, told])
    expect(list).toMatchObject([
      { sender_id: otto.id, sender_email: otto.email, sender_full_name: 'otto' },
      {
        sender_id: iris.id,
        sender_email: `user${iris.id}@tagma.invalid`,
        sender_full_name: 'Unknown user',
      },
    ])
  const [, ofIris] = (await t.as(otto).call(getMessages, { anchor: 'newest', num_before: 2, num_after: 0 }))
    .messages
  expect(ofIris).toMatchObject({ sender_full_name: 'iris', sender_email: iris.email })
})

test('the picture of a sender does not give away a hidden address', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const channel = await t.given.channel([iris, otto, guest])
  await t.as(iris).call(updateSettings, { email_address_visibility: 2 })
  const register = async (user: typeof iris) =>
    (await t.as(user).call(registerQueue, { event_types: ['message'], client_gravatar: false })).queue_id ??
    ''
  const queues = [
    [otto, await register(otto)],
    [guest, await register(guest)],
  ] as const
  const pictures: string[] = []
  const poll = async () => {
    for (const [user, queue_id] of queues) {
      const { events } = await t.as(user).call(getEvents, { queue_id, last_event_id: -1, dont_block: true })
      pictures.push(...events.map((event) => (event.message as { avatar_url: string }).avatar_url))
    }
  }
  await poll()
  await t.given.message(iris, channel)
  await poll()
  expect(pictures).toHaveLength(2)
  const { messages } = await t
    .as(guest)
    .call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, client_gravatar: false })
  expect(pictures[1]).toBe(messages[0]?.avatar_url)
  expect(pictures[0]).not.toBe(pictures[1])
})
