import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import type { State } from '@tagma/sync/state.ts'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { addReason, changeReason as channelReason, mayRemove } from '#screens/channel/channel-rights.ts'
import { creationReason } from '#screens/channels/creation-rights.ts'
import { messageRights, resolveReason } from '#screens/conversation/message-rights.ts'
import { rulingIn } from '#state/rights-of.ts'
import {
  administrators,
  design,
  everybody,
  type Given,
  groupNamed,
  members,
  narrowOf,
  notEmpty,
  type Row,
} from './row.ts'

// Rows of the pages of channels, and of conversations.

const actor = (state: State, given: Given) => ({
  state,
  channel: design(state, given),
  now: Date.now() / 1000,
  isOnline: true,
})

export const channelRows: readonly Row[] = [
  {
    page: 'channels/new',
    deed: 'public',
    who: members,
    decides: (state) => creationReason(state, 'public'),
    asks: ({ call, name, state }) => call(createChannel, { name, subscribers: [state.user_id!] }),
  },
  {
    page: 'channels/new',
    deed: 'private',
    who: members,
    decides: (state) => creationReason(state, 'private'),
    asks: ({ call, name, state }) =>
      call(createChannel, { name: `${name}-p`, subscribers: [state.user_id!], invite_only: true }),
  },
  {
    page: 'channels/new',
    deed: 'open to the web',
    who: 'owner',
    decides: (state) => creationReason(state, 'web-public'),
    asks: ({ call, name, state }) =>
      call(createChannel, { name: `${name}-w`, subscribers: [state.user_id!], is_web_public: true }),
  },
  {
    page: 'channel/general',
    deed: 'describe',
    who: administrators,
    decides: (state, given) => channelReason(state, design(state, given), 'details'),
    asks: ({ call, name, given }) =>
      call(updateStream, { stream_id: given.world.channels.design, description: name }),
  },
  {
    page: 'channel/general',
    deed: 'give to newcomers',
    who: administrators,
    decides: (state, given) => channelReason(state, design(state, given), 'newcomers'),
    asks: async ({ call, given }) => {
      await call(updateStream, { stream_id: given.world.channels.design, is_default_stream: true })
      await call(updateStream, { stream_id: given.world.channels.design, is_default_stream: false })
    },
  },
  {
    page: 'channel/general',
    deed: 'retention',
    who: 'owner',
    decides: (state, given) => channelReason(state, design(state, given), 'retention'),
    asks: ({ call, number, given }) =>
      call(updateStream, { stream_id: given.world.channels.design, message_retention_days: 1000 + number }),
  },
  {
    page: 'channel/permissions',
    deed: 'who writes',
    who: administrators,
    decides: (state, given) => channelReason(state, design(state, given), 'details'),
    asks: ({ call, state, given }) =>
      call(updateStream, {
        stream_id: given.world.channels.design,
        can_send_message_group: { new: groupNamed(state, 'role:everyone') },
      }),
  },
  {
    page: 'channel/subscribers',
    deed: 'add',
    who: members,
    decides: (state, given) => addReason(state, design(state, given)),
    asks: ({ call, given }) =>
      call(subscribe, { subscriptions: [{ name: 'design' }], principals: [given.world.people.otto.id] }),
  },
  {
    page: 'channel/subscribers',
    deed: 'remove',
    who: administrators,
    decides: (state, given) => mayRemove(state, design(state, given), given.world.people.otto.id),
    asks: async ({ call, given }) => {
      await call(unsubscribe, { subscriptions: ['design'], principals: [given.world.people.otto.id] })
      await call(subscribe, { subscriptions: [{ name: 'design' }], principals: [given.world.people.otto.id] })
    },
  },
]

export const conversationRows: readonly Row[] = [
  {
    page: 'conversation',
    deed: 'write',
    who: everybody,
    decides: (state, given) =>
      writeProblem(state, { kind: 'topic', channelId: given.world.channels.design, topic: 'matrix' }),
    asks: ({ call, name, given }) =>
      call(sendMessage, { type: 'channel', to: given.world.channels.design, topic: 'matrix', content: name }),
  },
  {
    page: 'conversation',
    deed: 'resolve',
    who: everybody,
    decides: (state, given) => resolveReason(actor(state, given)),
    asks: async ({ call, name, given }) => {
      const message_id = await given.world.send('iris', { channel: 'design', topic: name }, 'Done')
      await call(updateMessage, { message_id, topic: `✔ ${name}`, propagate_mode: 'change_all' })
    },
  },
  {
    page: 'conversation',
    deed: 'delete what another wrote',
    who: administrators,
    decides: (state, given) => {
      const message = {
        id: given.world.colors[0]!,
        sender_id: given.world.people.iris.id,
        timestamp: Date.now() / 1000,
      }
      return messageRights(actor(state, given), {
        ...message,
        stream_id: given.world.channels.design,
        submessages: [],
      } as unknown as Parameters<typeof messageRights>[1]).delete
    },
    asks: async ({ call, given }) => {
      const message_id = await given.world.send('iris', { channel: 'design', topic: 'gone' }, 'Gone')
      await call(deleteMessage, { message_id })
    },
  },
  {
    page: 'rights',
    deed: 'read a public channel that one is not in',
    who: members,
    decides: (state, given) =>
      rulingIn(
        state,
        {
          of: 'me',
          place: { kind: 'channel', channelId: given.world.channels.engine },
          isSubscribed:
            state.subscriptions?.some(({ stream_id }) => stream_id === given.world.channels.engine) === true,
        },
        'read',
      )?.isAllowed === true,
    asks: ({ call, given }) => call(getMessages, narrowOf(given.world.channels.engine)).then(notEmpty),
  },
]
