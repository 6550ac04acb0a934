import type { Answer } from '@tagma/contract/define.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { deactivateBot } from '@tagma/contract/endpoints/bots/deactivate-bot.ts'
import { getBotApiKey } from '@tagma/contract/endpoints/bots/get-bot-api-key.ts'
import { getBots } from '@tagma/contract/endpoints/bots/get-bots.ts'
import { regenerateBotApiKey } from '@tagma/contract/endpoints/bots/regenerate-bot-api-key.ts'
import { updateBot } from '@tagma/contract/endpoints/bots/update-bot.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { updateUser as changeUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { expect, test } from 'vitest'
import { updateOrganization } from '#store/organization/organizations.ts'
import { updateUser } from '#store/people/users.ts'
import { type Account, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const build = { full_name: 'Build', short_name: 'build' }

test('a bot of each type works with its key, and everybody who administers it learns of it', async () => {
  const t = await testApp()
  const { administrator, member, moderator } = await t.given.everyRole()
  const kinds = [
    { bot_type: 1 as const },
    { bot_type: 2 as const },
    { bot_type: 3 as const, payload_url: 'https://example.com/hook', interface_type: 2 as const },
  ]
  for (const kind of kinds) {
    let made: Answer<typeof createBot> | undefined
    const names = { full_name: `Bot ${kind.bot_type}`, short_name: `b${kind.bot_type}` }
    await converge(t, [administrator, member, moderator], async () => {
      made = await t.as(member).call(createBot, { ...names, ...kind })
    })
    const email = `b${kind.bot_type}-bot@${t.host}`
    const bot = { id: made?.user_id ?? 0, email, apiKey: made?.api_key ?? '' }
    await t.given.message({ ...bot }, [member])
    const { user } = await t.as(member).call(getUser, { user_id: bot.id })
    expect(user).toMatchObject({
      user_id: bot.id,
      delivery_email: email,
      is_bot: true,
      bot_type: kind.bot_type,
      bot_owner_id: member.id,
      role: 400,
    })
  }
  const { bots } = await t.as(member).call(getBots, {})
  expect(bots.map((bot) => bot.full_name)).toEqual(['Bot 1', 'Bot 2', 'Bot 3'])
  const seenBy = async (user: typeof member) =>
    (await t.as(user).call(registerQueue, { event_types: ['realm_bot'] })).realm_bots ?? []
  expect((await seenBy(administrator)).map((bot) => bot.services)).toEqual([
    [],
    [],
    [{ base_url: 'https://example.com/hook', interface: 2, token: expect.any(String) }],
  ])
  expect(await seenBy(moderator)).toEqual([])
})

test.each([
  [{ short_name: 'no spaces' }, 'Bad name or username'],
  [{ full_name: '' }, 'Enter a name'],
  [{ short_name: 'TAKEN' }, 'Email is already in use.'],
  [{ bot_type: 3 as const }, 'payload_url is not a URL'],
  [{ bot_type: 3 as const, payload_url: 'ftp://x' }, 'payload_url is not a URL'],
  [{ bot_type: 4 as const, service_name: 'converter' }, 'Embedded bots are not enabled.'],
  [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
])('%j makes no bot', async (args, message) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(createBot, { full_name: 'Taken', short_name: 'taken' })
  expect(await t.as(iris).refusal(createBot, { ...build, ...args })).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining(message),
  })
  expect((await t.as(iris).call(getBots, {})).bots).toHaveLength(1)
})

test('making bots needs a permission, which guests and bots never have', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const bot = await t.given.bot('beep', member)
  for (const caller of [guest, bot])
    expect(await t.as(caller).refusal(createBot, build)).toMatchObject({ code: 'BAD_REQUEST' })
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, {
      settings: JSON.stringify({
        can_create_bots_group: t.directory.systemGroup('role:administrators').id,
      }),
    }),
  )
  expect(await t.as(member).refusal(createBot, build)).toMatchObject({
    message: 'Insufficient permission',
  })
  await t.as(member).call(createBot, { ...build, bot_type: 2 })
  await t.as(administrator).call(createBot, { ...build, short_name: 'other' })
})

test('a bot gets another address by its short name, and everybody learns of it', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const { user_id: bot_id, api_key } = await t.as(member).call(createBot, build)
  await t.as(member).call(createBot, { full_name: 'Other', short_name: 'other' })
  await converge(t, [administrator, member], () =>
    t.as(member).call(updateBot, { bot_id, short_name: ' Builder ' }),
  )
  const email = `builder-bot@${t.host}`
  expect((await t.as(administrator).call(getUser, { user_id: bot_id })).user).toMatchObject({
    email,
    delivery_email: email,
  })
  expect(await t.as({ id: bot_id, email, apiKey: api_key }).call(getOwnUser, {})).toMatchObject({ email })
  await t.as(member).call(updateBot, { bot_id, short_name: 'builder' })
  for (const [short_name, message] of [
    ['OTHER', 'Email is already in use.'],
    ['no spaces', 'Bad name or username'],
    ['', 'Bad name or username'],
  ] as const) {
    const change = { bot_id, short_name, full_name: 'Never' }
    expect(await t.as(member).refusal(updateBot, change)).toMatchObject({ code: 'BAD_REQUEST', message })
  }
  expect((await t.as(member).call(getUser, { user_id: bot_id })).user).toMatchObject({
    email,
    full_name: 'Build',
  })
})

test('only its owner and administrators change a bot', async () => {
  const t = await testApp()
  const { administrator, member, moderator } = await t.given.everyRole()
  const channel = await t.given.channel([member])
  const { user_id: bot_id } = await t.as(member).call(createBot, build)
  const observers = [administrator, member, moderator]
  await converge(t, observers, async () => {
    expect(
      await t.as(member).call(updateBot, {
        bot_id,
        full_name: 'Builder',
        default_sending_stream: channel.name,
        default_all_public_streams: true,
      }),
    ).toMatchObject({
      full_name: 'Builder',
      bot_owner: member.email,
      default_sending_stream: channel.name,
      default_events_register_stream: null,
      default_all_public_streams: true,
    })
  })
  await converge(t, observers, () =>
    t.as(administrator).call(updateBot, { bot_id, bot_owner_id: moderator.id }),
  )
  expect((await t.as(moderator).call(getBots, {})).bots.map((bot) => bot.user_id)).toEqual([bot_id])
  for (const endpoint of [updateBot, getBotApiKey, regenerateBotApiKey, deactivateBot]) {
    expect(await t.as(member).refusal(endpoint, { bot_id })).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Insufficient permission',
    })
    for (const unknown of [999_999, member.id])
      expect(await t.as(administrator).refusal(endpoint, { bot_id: unknown })).toMatchObject({
        message: 'No such bot',
      })
  }
  expect(await t.as(moderator).refusal(updateBot, { bot_id, role: 200 })).toMatchObject({
    message: 'Must be an organization administrator',
  })
  expect(await t.as(administrator).refusal(updateBot, { bot_id, role: 100 })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
  const noOwner = { bot_id, bot_owner_id: bot_id }
  expect(await t.as(administrator).refusal(updateBot, noOwner)).toMatchObject({
    message: "Failed to change owner, bots can't own other bots",
  })
  await converge(t, observers, () => t.as(moderator).call(deactivateBot, { bot_id }))
  expect((await t.as(moderator).call(getBots, {})).bots).toEqual([])
})

test('a bot’s key can be read and replaced', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { user_id: bot_id, api_key: first } = await t.as(iris).call(createBot, build)
  expect((await t.as(iris).call(getBotApiKey, { bot_id })).api_key).toBe(first)
  const { api_key: second } = await t.as(iris).call(regenerateBotApiKey, { bot_id })
  const bot = { id: bot_id, email: `build-bot@${t.host}`, apiKey: first }
  expect(await t.as(bot).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect((await t.as({ ...bot, apiKey: second }).call(getOwnUser, {})).user_id).toBe(bot_id)
})

test('a bot with more rights than its owner or an administrator cannot be changed by them', async () => {
  const t = await testApp()
  const { owner, administrator, member } = await t.given.everyRole()
  const { user_id: bot_id } = await t.as(owner).call(createBot, build)
  await converge(t, [owner, administrator, member], () => t.as(owner).call(updateBot, { bot_id, role: 100 }))
  const { user_id: promoted } = await t.as(member).call(createBot, { ...build, short_name: 'promoted' })
  await t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, promoted, { role: 200 }))
  const beyond: [Account, number][] = [
    [administrator, bot_id],
    [member, promoted],
  ]
  for (const [caller, id] of beyond)
    for (const endpoint of [updateBot, getBotApiKey, regenerateBotApiKey, deactivateBot])
      expect(await t.as(caller).refusal(endpoint, { bot_id: id })).toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Insufficient permission',
      })
  expect((await t.as(member).call(getBots, {})).bots).toEqual([])
  expect((await t.as(owner).call(getBots, {})).bots).toHaveLength(1)
})

test('no bot gets a role above its owner’s, nor an owner below its role', async () => {
  const t = await testApp()
  const { owner, administrator, moderator, member, guest } = await t.given.everyRole()
  const { user_id: bot_id } = await t.as(member).call(createBot, build)
  const above = "A bot cannot have a role above its owner's: change the role of its owner first."
  for (const caller of [owner, administrator]) {
    expect(await t.as(caller).refusal(updateBot, { bot_id, role: 300 })).toMatchObject({ message: above })
    expect(await t.as(caller).refusal(changeUser, { user_id: bot_id, role: 300 })).toMatchObject({
      message: above,
    })
  }
  for (const change of [{ bot_owner_id: guest.id }, { bot_owner_id: moderator.id, role: 200 as const }])
    expect(await t.as(owner).refusal(updateBot, { bot_id, full_name: 'Given', ...change })).toMatchObject({
      message: "Failed to change owner, a bot cannot have a role above its owner's: lower its role first.",
    })
  expect(t.directory.users.get(bot_id)).toMatchObject({ fullName: 'Build', botOwnerId: member.id, role: 400 })
  await t.as(administrator).call(updateBot, { bot_id, bot_owner_id: moderator.id, role: 300 })
  expect(t.directory.users.get(bot_id)).toMatchObject({ botOwnerId: moderator.id, role: 300 })
})

test('only administrators give a bot to another user, and a refused gift changes nothing', async () => {
  const t = await testApp()
  const { administrator, member, moderator } = await t.given.everyRole()
  const { user_id: bot_id } = await t.as(member).call(createBot, build)
  const gift = { bot_id, full_name: 'Given', bot_owner_id: moderator.id }
  await converge(t, [administrator, member, moderator], async () => {
    expect(await t.as(member).refusal(updateBot, gift)).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Must be an organization administrator',
    })
  })
  expect(t.directory.users.get(bot_id)).toMatchObject({ fullName: 'Build', botOwnerId: member.id })
  await t.as(member).call(updateBot, { bot_id, bot_owner_id: member.id })
  await converge(t, [administrator, member, moderator], () => t.as(administrator).call(updateBot, gift))
  expect(t.directory.users.get(bot_id)).toMatchObject({ fullName: 'Given', botOwnerId: moderator.id })
})
