import { createClient } from '@tagma/client'
import { Bot } from '@tagma/client/bot'

const { CHAT_URL: url = '', CHAT_EMAIL: email = '', CHAT_KEY: apiKey = '' } = process.env
const bot = new Bot(createClient({ url, credentials: { email, apiKey }, userAgent: 'deploy-bot/1.0' }))
const branch = { name: 'branch', type: 'text' } as const

bot.mention(({ text, reply }) => reply(`You said: ${text}`))
bot.command({ name: 'deploy', summary: 'Deploys a branch', options: [branch] }, async (given) => {
  const count = Number((await given.storage.get('deploys')) ?? 0) + 1
  await given.storage.set('deploys', count)
  await given.reply(`Deployed **${given.options.branch}**, number ${count}.`)
})
bot.every(3600, (tell) => tell({ channel: 'general', topic: 'health' }, 'Still here.'))

await bot.start({ changed: ({ state }) => console.log(state) })
