import { createClient, wire } from '@tagma/client'

const { CHAT_URL: url = '', CHAT_EMAIL: email = '', CHAT_KEY: apiKey = '' } = process.env
const client = createClient({ url, credentials: { email, apiKey }, userAgent: 'hours-bot/1.0' })
const content = 'We are open from 9 to 17.'

const changed = (connection: object) => console.log(connection)
for await (const { message } of client.events({ types: ['message'], changed })) {
  if (message.sender_email === email || !/opening hours/i.test(message.content)) continue
  const { stream_id: to, subject: topic, sender_id: asker } = message
  if (to === undefined) await client.call(wire.sendMessage, { type: 'direct', to: [asker], content })
  else await client.call(wire.sendMessage, { type: 'channel', to, topic, content })
}
