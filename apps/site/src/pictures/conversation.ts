import { type Client, createClient } from '@tagma/client/client.ts'
import { endpoints } from '@tagma/contract/endpoints.ts'

const people = [
  { email: 'grace@example.com', name: 'Grace Hopper' },
  { email: 'alan@example.com', name: 'Alan Turing' },
  { email: 'mary@example.com', name: 'Mary Somerville' },
]

const channels = [
  { name: 'general', description: 'Whatever concerns everybody' },
  { name: 'engine', description: 'Building the thing' },
  { name: 'operations', description: 'Running the thing' },
]

/** The messages of the conversation. `+` before a name adds that person's reaction to the message above. */
const messages: readonly (readonly [author: string, channel: string, topic: string, content: string])[] = [
  ['Mary', 'general', 'welcome', 'Good morning! The minutes of Thursday are in the folder.'],
  [
    'Alan',
    'operations',
    'backup drill',
    'Restored last night’s copy on the spare machine: **4 minutes**, nothing missing.',
  ],
  ['Grace', 'operations', 'backup drill', '+tada'],
  ['Grace', 'engine', 'release 0.2', 'The last blocker is merged. Who signs off on the notes?'],
  [
    'Ada',
    'engine',
    'release 0.2',
    'I do. Two sentences are missing:\n\n1. what happens to drafts\n2. how to go back',
  ],
  [
    'Alan',
    'engine',
    'card reader',
    'Found it. A card that is read twice keeps its first position:\n\n```\nposition = seen.get(card) ?? next()\n```',
  ],
  ['Mary', 'engine', 'card reader', 'That explains the *two* carries in the table of June. Thank you!'],
  ['Ada', 'engine', 'card reader', '+heart'],
  ['Grace', 'engine', 'release 0.2', '@**Ada Lovelace** both written. Ready when you are.'],
  ['Ada', 'engine', 'release 0.2', '+rocket'],
  ['Mary', 'engine', 'release 0.2', '+rocket'],
  ['Alan', 'engine', 'release 0.2', '/poll When do we release?\nToday\nThursday, after the drill'],
  [
    'Mary',
    'engine',
    'release 0.2',
    '> how to go back\n\nThat one is tried: with a copy of the data folder, the old version goes on where it was.',
  ],
  ['Grace', 'engine', 'release 0.2', '++1'],
  ['Alan', 'general', 'lunch', 'Soup at twelve, who is coming? :ramen:'],
]

/** Fills an organization with people who talk to each other. `owner` uses the account of Ada, the owner. */
export async function fillOrganization(url: string, owner: Client): Promise<void> {
  const clients = new Map<string, Client>([['Ada', owner]])
  const ids: number[] = [(await owner.call(endpoints.getOwnUser, {})).user_id]
  for (const { email, name } of people) {
    const password = 'a password of theirs'
    const { user_id: id } = await owner.call(endpoints.createUser, { email, password, full_name: name })
    const { api_key: apiKey } = await createClient({ url }).call(endpoints.fetchApiKey, {
      username: email,
      password,
    })
    clients.set(name.split(' ')[0] ?? name, createClient({ url, credentials: { email, apiKey } }))
    ids.push(id)
  }
  await owner.call(endpoints.subscribe, { subscriptions: channels, principals: ids })
  for (const client of clients.values())
    await client.call(endpoints.updatePresence, { status: 'active', new_user_input: true })
  let last: number | undefined
  for (const [author, channel, topic, content] of messages) {
    const client = clients.get(author)
    if (!client) throw new Error(`Nobody is called ${author}`)
    if (content.startsWith('+')) {
      if (last === undefined) throw new Error('There is no message to react to')
      await client.call(endpoints.addReaction, { message_id: last, emoji_name: content.slice(1) })
    } else
      ({ id: last } = await client.call(endpoints.sendMessage, {
        type: 'channel',
        to: channel,
        topic,
        content,
      }))
  }
}
