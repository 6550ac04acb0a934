import { createClient, followEvents } from '@tagma/client'

const { CHAT_URL: url = '', CHAT_EMAIL: email = '', CHAT_KEY: apiKey = '' } = process.env
const client = createClient({ url, credentials: { email, apiKey } })

const following = followEvents(
  client,
  {
    registered: (state) => console.log(`${state.subscriptions?.length} channels`),
    received: (events) => console.log(events.map(({ type }) => type)),
    changed: ({ state }) => console.log(state),
  },
  { registration: { apply_markdown: true, fetch_event_types: ['subscription'] } },
)
process.once('SIGTERM', () => following.stop())
await following.done
