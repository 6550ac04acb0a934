import { createClient, wire } from '@tagma/client'

const { CHAT_URL: url = '', CHAT_EMAIL: email = '', CHAT_KEY: apiKey = '' } = process.env
const client = createClient({ url, credentials: { email, apiKey } })

const to = { type: 'channel', to: 'general', topic: 'build' } as const
const { id } = await client.call(wire.sendMessage, { ...to, content: 'Build 412 **passed**.' })
console.log(`Sent message ${id}`)
