import { ApiError } from '@tagma/client/api-error.ts'
import type { Endpoint, Parameter } from '@tagma/contract/define.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { allEndpoints, type TestApp, testApp } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'
import { harmless, namingsOf, type Kind, type Arguments, type Place } from './namings.ts'

// People and things hidden from a caller are answered exactly like missing ones, by every endpoint that takes a person,
// an address or a channel.

/** Tells whether a parameter has only a few fixed values, so that none of them names anything. */
function isChoice({ schema }: Parameter): boolean {
  const form = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return (
    form.includes('"enum"') || !/"type":"(integer|number|string|array|object)"|"\$schema":"[^"]*"}/.test(form)
  )
}

test('every parameter is listed as naming people or channels, or as harmless', () => {
  const unsaid = allEndpoints.flatMap((endpoint) =>
    Object.keys(endpoint.params)
      .filter(
        (name) =>
          !isChoice(endpoint.params[name] as Parameter) &&
          !namingsOf(endpoint, name) &&
          !harmless.has(name) &&
          !harmless.has(`${endpoint.id}.${name}`),
      )
      .map((name) => `${endpoint.id}.${name}`),
  )
  expect(unsaid, 'Put new parameters into `namings`, or into `harmless` if they name nobody.').toEqual([])
})

/** A caller, with hidden things and the matching things that do not exist. */
interface Caller {
  readonly user: TestUser
  readonly place: Place
  readonly hidden: Readonly<Partial<Record<Kind, readonly (number | string)[]>>>
}

const absent: Readonly<Record<Kind, number | string>> = {
  person: 1_999_999,
  address: 'absent@example.com',
  channel: 1_999_999,
  'channel name': 'nOTHING tO fIND',
}

/**
 * Makes a limited guest who shares one channel with all but Iris, a member, and an owner. Quinn's address is hidden
 * from everybody. The channel of Iris and Quinn is private.
 */
async function callers(): Promise<{ t: TestApp; callers: Caller[] }> {
  const t = await testApp()
  const { owner, member, guest } = await t.given.everyRole()
  const { iris, quinn } = await t.given.members('iris', 'quinn')
  await t.as(quinn).call(updateSettings, { email_address_visibility: 4 })
  const secret = await t.given.channel([iris, quinn], { name: 'Secret tO find', invite_only: true })
  const open = await t.given.channel([owner, member, guest, quinn])
  const { id: fieldId } = await t
    .as(owner)
    .call(createCustomProfileField, { name: 'Mentor', field_type: 6, editable_by_user: true })
  const administrators = t.directory.systemGroup('role:administrators').id
  await t.as(owner).call(updateRealm, {
    can_access_all_users_group: { new: t.directory.systemGroup('role:members').id },
    // A caller who may make channels learns that a name is taken: another test covers that.
    can_create_public_channel_group: { new: administrators },
    can_create_private_channel_group: { new: administrators },
  })
  const channel = { channel: [secret.id], 'channel name': ['sECRET tO fIND'] }
  const later = Math.floor(t.clock.now() / 1000) + 3600
  const made: Caller[] = []
  for (const [user, hidden] of [
    [guest, { person: [iris.id], address: [iris.email, 'quinn@example.com'], ...channel }],
    [member, { address: ['quinn@example.com'], ...channel }],
    [owner, { address: ['quinn@example.com'] }],
  ] as const) {
    const { scheduled_message_id: scheduledId } = await t.as(user).call(createScheduledMessage, {
      type: 'channel',
      to: open.id,
      topic: 'colors',
      content: 'Warm',
      scheduled_delivery_timestamp: later,
    })
    const messageId = await t.given.message(user, open)
    const place = { channelId: open.id, channelName: open.name, messageId, fieldId, scheduledId, later }
    made.push({ user, place, hidden })
  }
  return { t, callers: made }
}

/** The answer or the refusal of a call as text, with all numbers and given names masked. */
async function answerTo(
  t: TestApp,
  user: TestUser,
  endpoint: Endpoint,
  args: Arguments,
  named: number | string,
): Promise<string> {
  const given = Object.entries({ ...endpoint.example.request, ...args }).filter(
    ([, value]) => value !== undefined,
  )
  const answer: unknown = await t
    .as(user)
    .call(endpoint, Object.fromEntries(given))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return { refused: error.code, message: error.message, fields: error.fields }
    })
  return JSON.stringify(answer).replaceAll(String(named), '<it>').replaceAll(/\d+/g, 'N')
}

test('hidden people and things are answered as if they did not exist', async () => {
  const { t, callers: all } = await callers()
  const differences: string[] = []
  let compared = 0
  for (const endpoint of allEndpoints)
    for (const parameter of Object.keys(endpoint.params))
      for (const { kinds, call } of namingsOf(endpoint, parameter) ?? [])
        for (const kind of kinds)
          for (const { user, place, hidden } of all)
            for (const named of hidden[kind] ?? []) {
              const [there, missing] = [
                await answerTo(t, user, endpoint, call(named, place), named),
                await answerTo(t, user, endpoint, call(absent[kind], place), absent[kind]),
              ]
              compared++
              if (there !== missing)
                differences.push(`${endpoint.id} ${parameter} ${kind} ${user.name}: ${there} but ${missing}`)
            }
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(300)
})

test('a caller who may make channels learns that a name is taken, but not its case', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.given.channel([iris], { name: 'Secret', invite_only: true })
  const subscriptions = [{ name: 'sECRET' }]
  expect(await t.as(otto).refusal(subscribe, { subscriptions })).toMatchObject({
    message: 'Unable to access channel (sECRET).',
  })
  const { unauthorized } = await t
    .as(otto)
    .call(subscribe, { subscriptions, authorization_errors_fatal: false })
  expect(unauthorized).toEqual(['sECRET'])
  expect(await t.as(otto).refusal(createChannel, { name: 'sECRET', subscribers: [] })).toMatchObject({
    message: "Channel 'sECRET' already exists",
  })
})
