/**
 * Channels that are hidden from agents: their setting `hidden_from_agents` says so. Tools act as if they did not exist. The
 * API shows them, so they are left out here, between tools and endpoints: what is asked for, what is written to, and
 * what is answered.
 *
 * Each endpoint that a tool reads by has a view here. One without a view is refused as soon as a channel is hidden, so
 * that a new tool shows none by mistake.
 */
import type { Answer, Endpoint, Input } from '@tagma/contract/define.ts'
import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { getFileTemporaryUrl } from '@tagma/contract/endpoints/uploads/get-file-temporary-url.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { readableMessages } from '#areas/messages/visibility.ts'
import { badRequest } from '#model/refusal.ts'
import { findAttachments, messagesLinking } from '#store/messages/attachments.ts'
import { findMessages } from '#store/messages/messages.ts'
import { placesOf, type AgentSight } from './places-of.ts'

interface Hiding extends AgentSight {
  readonly hidden: ReadonlySet<number>
}

/** The way in which an endpoint is read without the hidden channels. */
interface View<E extends Endpoint> {
  /** Changes what is asked for, or refuses it. */
  readonly asks?: (hiding: Hiding, args: Input<E>) => Promise<Input<E>>
  /** Takes out of an answer what is hidden, or refuses it. */
  readonly shows?: (hiding: Hiding, answer: Answer<E>) => Answer<E>
}

const views = new Map<string, View<never>>()

function sees<E extends Endpoint>({ id }: E, view: View<E>): void {
  views.set(id, view)
}

// The same sentences as the API has for what does not exist.
const noMessage = () => badRequest('Invalid message(s)')
const noChannel = () => badRequest('Invalid channel ID')
const noFile = () => badRequest('There is no such file, or you cannot open it.')

sees(getOwnUser, {})
sees(getUsers, {})
sees(getStreams, {
  shows: ({ hidden }, answer) => ({
    ...answer,
    streams: answer.streams.filter(({ stream_id }) => !hidden.has(stream_id)),
  }),
})
sees(getStreamTopics, {
  asks: async ({ hidden }, args) => {
    if (hidden.has(args.stream_id)) throw noChannel()
    return args
  },
})
sees(getMessage, {
  shows: ({ hidden }, answer) => {
    if (hidden.has(answer.message.stream_id ?? 0)) throw noMessage()
    return answer
  },
})
sees(getMessages, {
  asks: async (hiding, args) =>
    args.narrow ? { ...args, narrow: await narrowWithout(hiding, args.narrow) } : args,
  // A narrow that names a place needs no further terms; messages may have been asked for by their ids.
  shows: ({ hidden }, answer) => ({
    ...answer,
    messages: answer.messages.filter(({ stream_id }) => !hidden.has(stream_id ?? 0)),
  }),
})
sees(getFileTemporaryUrl, {
  asks: async (hiding, args) => {
    await requireFile(hiding, `${args.realm_id_str}/${args.filename}`)
    return args
  },
})

type Terms = NonNullable<Input<typeof getMessages>['narrow']>

const places = new Set(['channel', 'dm'])

const operatorOf = (term: Terms[number]) => ('operator' in term ? term.operator : term[0])

/** Leaves hidden channels out of a narrow that reaches over several, so that pages of results are full. */
async function narrowWithout({ db, directory, caller, hidden }: Hiding, narrow: Terms): Promise<Terms> {
  if (narrow.some((term) => places.has(operatorOf(term)))) return narrow
  const without: Terms = []
  // A term with a channel that the caller does not know is refused.
  for (const id of hidden)
    if (await findChannel(db, directory, caller, id))
      without.push({ operator: 'channel', operand: id, negated: true })
  return [...narrow, ...without]
}

/** Refuses a file that the caller knows from hidden channels alone. One that no message links yet is shown. */
async function requireFile({ db, directory, caller, hidden }: Hiding, pathId: string): Promise<void> {
  const [file] = await findAttachments(db, directory.organization.id, [pathId])
  if (!file) return
  const linking = (await messagesLinking(db, [file.id])).get(file.id) ?? []
  const known = await readableMessages(db, directory, caller, await findMessages(db, linking))
  if (known.length > 0 && known.every(({ channel_id }) => hidden.has(channel_id))) throw noFile()
}

/** Returns what to ask an endpoint for. Throws a Refusal where the call is about a hidden channel alone. */
export async function askedWithoutHidden<E extends Endpoint>(
  hiding: Hiding,
  endpoint: E,
  args: Input<E>,
): Promise<Input<E>> {
  if (endpoint.method !== 'GET') {
    const written = (await placesOf(hiding, endpoint, args)) ?? []
    if (written.some((place) => 'channel' in place && hiding.hidden.has(place.channel))) throw noMessage()
    return args
  }
  const view = viewOf(endpoint)
  if (!view) throw new Error(`Nothing says how ${endpoint.id} is read without hidden channels.`)
  return view.asks ? view.asks(hiding, args) : args
}

/** Returns an answer without hidden channels. Throws a Refusal where it is about one of them. */
export function shownWithoutHidden<E extends Endpoint>(
  hiding: Hiding,
  endpoint: E,
  answer: Answer<E>,
): Answer<E> {
  return viewOf(endpoint)?.shows?.(hiding, answer) ?? answer
}

/** Finds the view that was declared for an endpoint: `sees` has checked its type. */
const viewOf = <E extends Endpoint>({ id }: E): View<E> | undefined => views.get(id)
