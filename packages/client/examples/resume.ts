import { readFile, writeFile } from 'node:fs/promises'
import { createClient, type QueuePosition } from '@tagma/client'

const { CHAT_URL: url = '', CHAT_EMAIL: email = '', CHAT_KEY: apiKey = '', KEPT: file = '' } = process.env
const client = createClient({ url, credentials: { email, apiKey } })

const kept = await readFile(file, 'utf8').catch(() => undefined)
const resume = kept === undefined ? undefined : (JSON.parse(kept) as QueuePosition)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())

const events = client.events({
  types: ['message'],
  registration: { idle_queue_timeout: 86_400 },
  resume,
  atEnd: 'keep',
  signal: stop.signal,
  changed: ({ state }) => console.log(state),
})
for await (const { message } of events) console.log(message.content)
await writeFile(file, JSON.stringify(events.position))
