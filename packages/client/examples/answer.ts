import { createClient, wire } from '@tagma/client'

const { CHAT_URL: url = '', CHAT_EMAIL: email = '', CHAT_KEY: apiKey = '' } = process.env
const client = createClient({ url, credentials: { email, apiKey }, userAgent: 'hours-bot/1.0' })

const changed = (connection: object) => console.log(connection)
for await (const { message } of client.events({ types: ['message'], changed })) {
  if (message.sender_email === email || !/opening hours/i.test(message.content)) continue
  const place =
    message.stream_id === undefined
      ? ({ type: 'direct', to: [message.sender_id] } as const)
      : ({ type: 'channel', to: message.stream_id, topic: message.subject } as const)
  await client.call(wire.sendMessage, { ...place, content: 'We are open from 9 to 17.' })
}
