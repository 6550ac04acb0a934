import * as z from 'zod'
import { event, field } from '../define.ts'
import { unsubscribedChannel } from '../objects/channel.ts'
import { groupSetting } from '../primitives.ts'

/** The properties of a channel that `stream` update events can carry. */
export const streamUpdateEvent = event({
  type: 'stream',
  op: 'update',
  doc: 'A property of a channel changed.',
  fields: {
    stream_id: field(z.int(), 'Id of the channel.'),
    name: field(z.string(), 'Name of the channel. If the name changed, the old one.'),
    property: field(z.string(), 'The property, named as in the channel object.'),
    value: field(z.union([z.string(), z.int(), z.boolean(), groupSetting]).nullable(), 'Its new value.'),
    rendered_description: field(z.string().optional(), 'HTML. With the property `description`.'),
    history_public_to_subscribers: field(z.boolean().optional(), 'With the property `invite_only`.'),
    is_web_public: field(z.boolean().optional(), 'With the property `invite_only`.'),
  },
  example: {
    type: 'stream',
    op: 'update',
    stream_id: 5,
    name: 'design',
    property: 'first_message_id',
    value: 31,
    id: 65536,
  },
})

export const streamCreateEvent = event({
  type: 'stream',
  op: 'create',
  doc: 'Channels were created, or the user may now see them.',
  fields: { streams: field(z.array(unsubscribedChannel), 'The channels.') },
  example: { type: 'stream', op: 'create', streams: [{ stream_id: 5, name: 'design' }], id: 65536 },
})

export const streamDeleteEvent = event({
  type: 'stream',
  op: 'delete',
  doc: 'The user may no longer see channels. Clients without the capability `archived_channels` get this event for archived channels too.',
  fields: {
    stream_ids: field(z.array(z.int()), 'Ids of the channels.', { since: 343 }),
    streams: field(
      z.array(z.strictObject({ stream_id: field(z.int(), 'Id of the channel.') })),
      'The same channels, as objects.',
      {
        deprecated: 343,
      },
    ),
  },
  example: { type: 'stream', op: 'delete', stream_ids: [5], streams: [{ stream_id: 5 }], id: 65536 },
})
