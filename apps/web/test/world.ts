import { type Client, createClient } from '@tagma/client/client.ts'
import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { type Role, roles } from '@tagma/contract/objects/user.ts'

// The world of the stories: an organization with people, channels and messages, made over the API as its people would.

const everyone = {
  olive: { name: 'Olive Hart', role: roles.owner },
  iris: { name: 'Iris Okafor', role: roles.member },
  otto: { name: 'Otto Lindqvist', role: roles.member },
  mia: { name: 'Mia Sato', role: roles.member },
  mo: { name: 'Mo Rahimi', role: roles.moderator },
  gus: { name: 'Gus Pereira', role: roles.guest },
} as const satisfies Record<string, { name: string; role: Role }>

export type PersonName = keyof typeof everyone
export type ChannelName = 'general' | 'design' | 'engine' | 'secret' | 'square'

export interface Person {
  readonly id: number
  /** As shown: Iris Okafor. */
  readonly name: string
  readonly email: string
  readonly password: string
  readonly apiKey: string
  /** Calls the API as this person. */
  readonly call: Client['call']
}

export interface World {
  readonly url: string
  readonly people: Readonly<Record<PersonName, Person>>
  /** Ids of the channels. */
  readonly channels: Readonly<Record<ChannelName, number>>
  /** Ids of the 120 messages of design > colors, oldest first. */
  readonly colors: readonly number[]
  /** Sends a message to a topic, or to people; returns its id. */
  send(from: PersonName, to: Topic | readonly PersonName[], content: string): Promise<number>
}

export interface Topic {
  readonly channel: ChannelName
  /** Empty: without a topic. */
  readonly topic: string
}

/** The password of all people. */
export const password = 'correct horse battery'
const emailOf = (name: PersonName) => `${name}@example.com`

/** Settings of a server that makes the world's organization and its owner. */
export const worldSettings: Readonly<Record<string, string>> = {
  TAGMA_ORGANIZATION_NAME: 'Analytical Engine',
  TAGMA_OWNER_NAME: everyone.olive.name,
  TAGMA_OWNER_EMAIL: emailOf('olive'),
  TAGMA_OWNER_PASSWORD: password,
  WEB_PUBLIC_STREAMS_ENABLED: 'on',
  GIPHY_API_KEY: 'a key for other clients',
}

/** Makes the world on a server that was started with `worldSettings`. */
export async function makeWorld(url: string): Promise<World> {
  const olive = await personOf(url, 'olive')
  await olive.call(updateRealm, { enable_spectator_access: true })
  const others = (Object.keys(everyone) as PersonName[]).filter((name) => name !== 'olive')
  const people = { olive } as Record<PersonName, Person>
  // Ids follow this order.
  for (const name of others) people[name] = await join(url, olive, name)
  const channels = await makeChannels(people)
  const world = withSend({ url, people, channels, colors: [] })
  return { ...world, colors: await fill(world) }
}

const withSend = (world: Omit<World, 'send'>): World => ({
  ...world,
  async send(from, to, content) {
    const { id } = await world.people[from].call(
      sendMessage,
      'channel' in to
        ? { type: 'channel', to: world.channels[to.channel], topic: to.topic, content }
        : { type: 'direct', to: to.map((name) => world.people[name].id), content },
    )
    return id
  },
})

/** The same world on another server, which began with a copy of the first one's files. */
export function worldAt(url: string, { people, channels, colors }: World): World {
  const moved = Object.entries(people).map(([name, person]) => [
    name,
    { ...person, call: caller(url, person) },
  ])
  return withSend({ url, people: Object.fromEntries(moved) as World['people'], channels, colors })
}

/** Leaves an organization as it begins: without an owner and without messages. */
export const noWorld = (url: string): Promise<World> =>
  Promise.resolve({
    url,
    people: {} as World['people'],
    channels: {} as World['channels'],
    colors: [],
    send: () => Promise.reject(new Error('Nobody is here yet')),
  })

/** Settings of a server whose first start prints the link for its owner. */
export const noOwner: Readonly<Record<string, string>> = {
  TAGMA_OWNER_NAME: '',
  TAGMA_OWNER_EMAIL: '',
  TAGMA_OWNER_PASSWORD: '',
}

/** Accepts an invitation by its page, as a newcomer does. */
async function join(url: string, olive: Person, name: PersonName): Promise<Person> {
  const { invite_link } = await olive.call(createInviteLink, {
    invite_as: everyone[name].role,
    include_realm_default_subscriptions: everyone[name].role !== roles.guest,
    welcome_message_custom_text: '',
  })
  const answer = await fetch(invite_link, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ email: emailOf(name), name: everyone[name].name, password }),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`${name} cannot join: ${await answer.text()}`)
  return personOf(url, name)
}

async function personOf(url: string, name: PersonName): Promise<Person> {
  const signedIn = await createClient({ url }).call(fetchApiKey, { username: emailOf(name), password })
  const { user_id: id, email, api_key: apiKey } = signedIn
  return { id, name: everyone[name].name, email, password, apiKey, call: caller(url, { email, apiKey }) }
}

const caller = (url: string, credentials: { readonly email: string; readonly apiKey: string }) =>
  createClient({ url, credentials }).call

async function makeChannels(people: World['people']): Promise<World['channels']> {
  const { olive } = people
  const idsOf = (...names: PersonName[]) => names.map((name) => people[name].id)
  const { channel_folder_id: folder_id } = await olive.call(createChannelFolder, {
    name: 'Product',
    description: '',
  })
  const make = async (
    name: ChannelName,
    subscribers: PersonName[],
    more: { folder_id?: number; invite_only?: boolean; is_web_public?: boolean } = {},
  ) => {
    const { id } = await olive.call(createChannel, {
      name,
      subscribers: idsOf(...subscribers),
      send_new_subscription_messages: false,
      ...(more.invite_only ? { history_public_to_subscribers: false } : {}),
      ...more,
    })
    return id
  }
  const { streams } = await olive.call(getStreams, {})
  const general = streams.find(({ name }) => name === 'general')
  if (!general) throw new Error('A new organization has no channel named general')
  return {
    general: general.stream_id,
    design: await make('design', ['iris', 'otto', 'mia'], { folder_id }),
    engine: await make('engine', ['iris', 'otto', 'mia'], { folder_id }),
    secret: await make('secret', ['iris', 'otto'], { invite_only: true }),
    square: await make('square', ['olive', 'iris', 'otto', 'mia', 'mo'], { is_web_public: true }),
  }
}

/** Sends the messages that are there before a story begins. Returns the ids of those about colors. */
async function fill(world: World): Promise<readonly number[]> {
  const colors: number[] = []
  const writers = ['iris', 'otto', 'mia'] as const
  for (let number = 1; number <= 120; number++) {
    const from = writers[Math.floor(number / 3) % writers.length] ?? 'iris'
    colors.push(await world.send(from, { channel: 'design', topic: 'colors' }, `Grey number ${number}`))
  }
  await world.send('iris', { channel: 'design', topic: 'logo' }, 'The logo is **round** now.')
  await world.send('otto', { channel: 'design', topic: '' }, 'Who is here on Friday?')
  await world.send('iris', { channel: 'square', topic: 'hello' }, 'Hello, passers-by')
  await world.send('otto', { channel: 'secret', topic: 'plans' }, 'Nobody else reads this')
  return colors
}
