import type { Input } from '@tagma/contract/define.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { deactivateBot } from '@tagma/contract/endpoints/bots/deactivate-bot.ts'
import { getBotCommands } from '@tagma/contract/endpoints/bots/get-bot-commands.ts'
import { setBotCommands } from '@tagma/contract/endpoints/bots/set-bot-commands.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { optionWords } from './rules.ts'

type NewCommand = Input<typeof setBotCommands>['commands'][number]

const deploy: NewCommand = {
  name: 'deploy',
  summary: 'Deploys a branch',
  options: [
    { name: 'place', type: 'choice', choices: ['staging', 'production'] },
    { name: 'branch', type: 'text', required: true },
  ],
}

async function stage() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('ops', iris)
  return { t, iris, otto, bot }
}

test('a bot sets its commands; everybody learns of them, and of their end', async () => {
  const { t, iris, otto, bot } = await stage()
  const set = await converge(t, [otto, iris], () =>
    t
      .as(bot)
      .call(setBotCommands, { bot_id: bot.id, commands: [deploy, { name: 'abort', summary: 'Stops' }] }),
  )
  const known = [
    { name: 'abort', summary: 'Stops', usage: '', options: [], in: ['channels', 'direct'] },
    {
      ...deploy,
      usage: '',
      in: ['channels', 'direct'],
      options: [
        { name: 'place', type: 'choice', choices: ['staging', 'production'], required: false },
        { name: 'branch', type: 'text', required: true },
      ],
    },
  ]
  expect(set.get(otto.id)).toEqual([
    expect.objectContaining({ type: 'tagma_commands', user_id: bot.id, commands: known }),
  ])
  expect((await t.as(otto).call(getBotCommands, { bot_id: bot.id })).commands).toEqual(known)
  const again = await converge(t, [otto], () =>
    t
      .as(iris)
      .call(setBotCommands, { bot_id: bot.id, commands: [deploy, { name: 'abort', summary: 'Stops' }] }),
  )
  expect(again.get(otto.id)).toEqual([])
  const gone = await converge(t, [otto], () => t.as(iris).call(deactivateBot, { bot_id: bot.id }))
  expect(gone.get(otto.id)).toContainEqual(
    expect.objectContaining({ type: 'tagma_commands', user_id: bot.id, commands: [] }),
  )
})

test('clients without the capability know nothing of commands', async () => {
  const { t, otto, bot } = await stage()
  await t.as(bot).call(setBotCommands, { bot_id: bot.id, commands: [deploy] })
  expect(await t.as(otto).call(registerQueue, {})).not.toHaveProperty('tagma_commands')
})

test('names are unique in the organization, and words of clients are taken', async () => {
  const { t, iris, otto, bot } = await stage()
  const other = await t.given.bot('other', iris)
  const refusal = async (who: typeof otto, id: number, ...commands: { name: string; summary: string }[]) =>
    (await t.as(who).refusal(setBotCommands, { bot_id: id, commands })).message
  await t.as(bot).call(setBotCommands, { bot_id: bot.id, commands: [deploy] })
  const named = (name: string) => ({ name, summary: 'x' })
  expect(await refusal(other, other.id, named('deploy'))).toMatch(/Another bot has the command \/deploy/)
  expect(await refusal(other, other.id, named('a'), named('a'))).toMatch(/twice/)
  expect(await refusal(other, other.id, named('poll'))).toMatch(/clients use themselves/)
  expect(await refusal(other, other.id, named('Deploy'))).toMatch(/small letter/)
  expect(await refusal(otto, bot.id, named('mine'))).toMatch(/permission/)
  expect(await refusal(other, bot.id, named('mine'))).toMatch(/permission/)
  const { user_id } = await t.as(iris).call(createBot, { full_name: 'In', short_name: 'in', bot_type: 2 })
  expect(await refusal(iris, user_id, named('mine'))).toMatch(/incoming webhooks have none/)
})

test('a message that begins with a command is posted, and its bot is told with the options', async () => {
  const { t, otto, bot } = await stage()
  await t.as(bot).call(setBotCommands, {
    bot_id: bot.id,
    commands: [
      deploy,
      {
        name: 'tell',
        summary: 'Tells somebody',
        options: [
          { name: 'who', type: 'user' },
          { name: 'where', type: 'channel' },
        ],
      },
    ],
  })
  const channel = await t.given.channel([otto], { name: 'releases' })
  let id = 0
  const given = await converge(t, [bot, otto], async () => {
    id = await t.given.message(otto, channel, { content: '/deploy production "a b" c\nmore', topic: 'now' })
  })
  const place = { stream_id: channel.id, topic: 'now' }
  expect(given.get(bot.id)?.filter(({ type }) => type === 'tagma_command')).toEqual([
    expect.objectContaining({
      message_id: id,
      user_id: otto.id,
      ...place,
      command: {
        name: 'deploy',
        text: 'production "a b" c\nmore',
        options: { place: 'production', branch: '"a b" c' },
      },
    }),
  ])
  expect(given.get(otto.id)?.map(({ type }) => type)).not.toContain('tagma_command')
  const told = await converge(t, [bot], () =>
    t.given.message(otto, [bot], { content: '/tell @**otto** #**releases**' }),
  )
  expect(told.get(bot.id)?.filter(({ type }) => type === 'tagma_command')).toMatchObject([
    {
      user_ids: [otto.id, bot.id].toSorted((a, b) => a - b),
      command: { options: { who: otto.id, where: channel.id } },
    },
  ])
})

test('a command does not exist where the bot may not read, for bots, and in the middle of a message', async () => {
  const { t, iris, otto, bot } = await stage()
  await t.as(bot).call(setBotCommands, {
    bot_id: bot.id,
    commands: [
      { ...deploy, options: [] },
      { name: 'here', summary: 'x', in: ['channels'] },
    ],
  })
  const other = await t.given.bot('other', iris)
  const hidden = await t.given.channel([otto], { invite_only: true })
  const channel = await t.given.channel([otto, other])
  const given = await converge(t, [bot], async () => {
    await t.given.message(otto, hidden, { content: '/deploy' })
    await t.given.message(otto, [iris], { content: '/deploy' })
    await t.given.message(otto, [bot], { content: '/here' })
    await t.given.message(other, channel, { content: '/deploy' })
    await t.given.message(otto, channel, { content: 'I /deploy' })
    await t.given.message(otto, channel, { content: '/deployment' })
    await t.given.message(otto, channel, { content: '/deploy/x' })
  })
  expect(given.get(bot.id)?.map(({ type }) => type)).not.toContain('tagma_command')
})

test.each([
  ['main', { place: undefined, branch: 'main' }],
  ['STAGING main branch', { place: 'staging', branch: 'main branch' }],
  ['', { place: undefined, branch: undefined }],
  ['staging', { place: 'staging', branch: undefined }],
])('the words %j are given to their options', (text, expected) => {
  const options = (deploy.options ?? []).map((option) => ({ ...option, required: false }))
  const given = optionWords(options, text)
  const word = (name: string) => given.find(({ option }) => option.name === name)?.word
  expect({ place: word('place'), branch: word('branch') }).toEqual(expected)
})
