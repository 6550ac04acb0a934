import { createChannel as createEndpoint } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { subscribe as subscribeEndpoint } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { roles } from '@tagma/contract/roles.ts'
import * as z from 'zod'
import { sightOf } from '#areas/users/visibility.ts'
import { must } from '#model/must.ts'
import { more, time, untrusted } from '../shown-fields.ts'
import { answersOf, parametersOf, tool } from '../tool.ts'

const channel = getStreams.returns.streams.element.shape
const person = getOwnUser.returns

const people = z.array(z.string()).describe('Names, email addresses or ids.')

export const listChannelsTool = tool({
  name: 'list_channels',
  title: 'List channels',
  description: 'Answers the channels that you can see, by name.',
  calls: [getStreams],
  input: z.object({
    query: z.string().optional().describe('Only channels whose name or description contains this.'),
    subscribed: z.boolean().default(false).describe('Only channels that you are subscribed to.'),
    limit: z.int().min(1).max(200).default(100),
  }),
  output: z.object({
    untrusted,
    channels: z.array(
      z.object({
        id: channel.stream_id,
        name: channel.name,
        description: channel.description,
        is_private: channel.invite_only,
      }),
    ),
    more,
  }),
  async run(use, { query = '', subscribed, limit }) {
    const { streams } = await use.call(getStreams, { include_public: !subscribed })
    const wanted = query.toLowerCase()
    const matching = streams
      .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return {
      untrusted: true as const,
      channels: matching.slice(0, limit).map((each) => ({
        id: each.stream_id,
        name: each.name,
        description: each.description,
        is_private: each.invite_only,
      })),
      ...(matching.length > limit ? { more: matching.length - limit } : {}),
    }
  },
})

type RoleName = keyof typeof roles

const roleName = z.enum(Object.keys(roles) as [RoleName, ...RoleName[]])

/** The name of a role. */
const roleNameOf = (role: number): RoleName =>
  must(
    roleName.options.find((name) => roles[name] === role),
    'there is no such role',
  )

export const findPeopleTool = tool({
  name: 'find_people',
  title: 'Find people',
  description: 'Answers people and bots whose name or email address contains the query; at most 20.',
  calls: [getUsers],
  input: z.object({ query: z.string().min(1) }),
  output: z.object({
    untrusted,
    people: z.array(
      z.object({
        id: person.user_id,
        name: person.full_name,
        email: z.string().optional().describe('Only where you may see it.'),
        role: roleName,
        is_bot: z.literal(true).optional().describe('Only for bots.'),
      }),
    ),
  }),
  async run(use, { query }) {
    const wanted = query.toLowerCase()
    const { services, directory, caller } = use
    const alike = [...directory.users.values()].filter(
      ({ fullName, deliveryEmail, isActive }) =>
        isActive && (fullName.toLowerCase().includes(wanted) || deliveryEmail.toLowerCase().includes(wanted)),
    )
    const sees = await sightOf(
      services.data.db,
      directory,
      caller,
      alike.slice(0, 1000).map(({ id }) => id),
    )
    const ids = alike.slice(0, 1000).flatMap((user) => (sees(user) ? user.id : []))
    if (ids.length === 0) return { untrusted: true as const, people: [] }
    // An address that the caller may not see finds nobody.
    const { members } = await use.call(getUsers, { user_ids: ids.slice(0, 200) })
    const shown = members.filter(
      ({ full_name, delivery_email }) =>
        full_name.toLowerCase().includes(wanted) || delivery_email?.toLowerCase().includes(wanted),
    )
    return {
      untrusted: true as const,
      people: shown.slice(0, 20).map((each) => ({
        id: each.user_id,
        name: each.full_name,
        ...(each.delivery_email === null ? {} : { email: each.delivery_email }),
        role: roleNameOf(each.role),
        ...(each.is_bot ? { is_bot: true as const } : {}),
      })),
    }
  },
})

export const whoAmITool = tool({
  name: 'whoami',
  title: 'Who am I',
  description: 'Answers the account in whose name you act, its organization, and the time there.',
  calls: [getOwnUser],
  input: z.object({}),
  output: z.object({
    id: person.user_id,
    name: person.full_name,
    email: person.email,
    role: roleName,
    is_bot: person.is_bot,
    timezone: person.timezone,
    organization: z.string().describe('Name of the organization.'),
    now: time,
  }),
  async run(use) {
    const own = await use.call(getOwnUser, {})
    return {
      id: own.user_id,
      name: own.full_name,
      email: own.delivery_email ?? own.email,
      role: roleNameOf(own.role),
      is_bot: own.is_bot,
      timezone: own.timezone,
      organization: use.directory.organization.name,
      now: new Date(use.services.time.clock.now()).toISOString(),
    }
  },
})

export const createChannelTool = tool({
  name: 'create_channel',
  title: 'Create a channel',
  description: 'Makes a channel, with you and the named people as its subscribers. A person is asked first.',
  calls: [createEndpoint],
  input: z.object({
    ...parametersOf(createEndpoint, ['name', 'description']),
    is_private: z.boolean().default(false).describe('True: only its subscribers can see it.'),
    people: people.default([]),
  }),
  asks: async (_use, args) =>
    `Makes the ${args.is_private ? 'private' : 'public'} channel ${args.name} with ${args.people.length + 1} subscribers.`,
  output: z.object({ ...answersOf(createEndpoint, ['id']), name: channel.name }),
  async run(use, args) {
    const others = (await use.people(args.people)).map(({ id }) => id)
    const { id } = await use.call(createEndpoint, {
      name: args.name,
      description: args.description,
      subscribers: [...new Set([use.caller.id, ...others])],
      invite_only: args.is_private,
    })
    return { id, name: args.name }
  },
})

export const subscribeTool = tool({
  name: 'subscribe',
  title: 'Subscribe to a channel',
  description: 'Subscribes you, or the named people, to a channel that exists.',
  calls: [subscribeEndpoint],
  input: z.object({
    channel: z.string().describe('Name of the channel, or its id.'),
    people: people.default([]),
  }),
  output: z.object({
    channel: channel.name,
    subscribed: z.array(person.user_id).describe('Ids of the people who were not subscribed before.'),
    already_subscribed: z.array(person.user_id).describe('Ids of the people who were.'),
  }),
  async run(use, args) {
    const { name } = await use.channel(args.channel)
    const others = (await use.people(args.people)).map(({ id }) => id)
    const { subscribed, already_subscribed } = await use.call(subscribeEndpoint, {
      subscriptions: [{ name }],
      principals: others,
    })
    return {
      channel: name,
      subscribed: Object.keys(subscribed).map(Number),
      already_subscribed: Object.keys(already_subscribed).map(Number),
    }
  },
})
