import * as z from 'zod'
import { field } from '../define.ts'
import { channelFolder } from '../objects/channel-folder.ts'
import { subscription, unsubscribedChannel } from '../objects/channel.ts'

/** The channels' part of the registration response. */
export const channelsRegistration = {
  max_channel_folder_name_length: field(z.int().optional(), 'Limit of folder names in code points.', {
    since: 410,
  }),
  max_channel_folder_description_length: field(
    z.int().optional(),
    'Limit of folder descriptions in code points.',
    { since: 410 },
  ),
  max_bulk_new_subscription_messages: field(
    z.int().optional(),
    'The largest number of people that one call can subscribe and still tell each by a direct message.',
    { since: 397 },
  ),
  can_create_streams: field(
    z.boolean().optional(),
    'Whether the caller may create public or private channels.',
    { deprecated: 102 },
  ),
  can_create_public_streams: field(z.boolean().optional(), 'Whether the caller may create public channels.', {
    since: 102,
  }),
  can_create_private_streams: field(
    z.boolean().optional(),
    'Whether the caller may create private channels.',
    { since: 102 },
  ),
  can_create_web_public_streams: field(
    z.boolean().optional(),
    'Whether the caller may create web-public channels, and both the organization and the server allow them.',
    { since: 103 },
  ),
  can_subscribe_other_users: field(
    z.boolean().optional(),
    'Whether the caller may subscribe others to channels in general, by `realm_can_add_subscribers_group`. Clients from before feature level 341 read it.',
    { deprecated: 341 },
  ),
  subscriptions: field(z.array(subscription).optional(), 'The caller’s subscriptions.'),
  unsubscribed: field(
    z.array(subscription).optional(),
    'The channels that the caller has left, with the settings that they had.',
  ),
  never_subscribed: field(
    z.array(unsubscribedChannel).optional(),
    'The channels that the caller may see but was never subscribed to.',
  ),
  realm_default_streams: field(
    z.array(z.int()).optional(),
    'Ids of the channels that new users are subscribed to. Empty for guests.',
    { changes: [{ level: 330, text: 'Ids rather than channel objects.' }] },
  ),
  channel_folders: field(
    z.array(channelFolder).optional(),
    'All channel folders in their order, archived ones included.',
    { since: 389 },
  ),
  streams: field(z.array(unsubscribedChannel).optional(), 'All channels that the caller may see.'),
}
