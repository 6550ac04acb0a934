import { ApiError, createClient, wire } from '@tagma/client'

const { CHAT_URL: url = '', CHAT_EMAIL: email = '', CHAT_KEY: apiKey = '' } = process.env
const client = createClient({ url, credentials: { email, apiKey }, patienceSeconds: 5 })

try {
  await client.call(wire.sendMessage, { type: 'channel', to: 'no such channel', topic: '', content: 'Hello' })
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  console.log(error.code, error.fields, error.msg)
}
