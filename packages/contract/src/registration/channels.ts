import * as z from 'zod'
import { field } from '../define.ts'
import { subscription, unsubscribedChannel } from '../objects/channel.ts'

/** The channels' part of the registration response. */
export const channelsRegistration = {
  subscriptions: field(z.array(subscription).optional(), 'The caller’s subscriptions.'),
  unsubscribed: field(z.array(unsubscribedChannel).optional(), 'Channels the caller was subscribed to.'),
  never_subscribed: field(
    z.array(unsubscribedChannel).optional(),
    'Channels the caller may know and never was subscribed to.',
  ),
  realm_default_streams: field(
    z.array(z.int()).optional(),
    'Ids of the channels that new users are subscribed to; not for guests.',
    { changes: [{ level: 330, text: 'Ids rather than channel objects.' }] },
  ),
  streams: field(z.array(unsubscribedChannel).optional(), 'All channels that the caller may know.'),
}
