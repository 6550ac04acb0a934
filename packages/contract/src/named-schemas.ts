import * as z from 'zod'
import { clientCapabilities } from './endpoints/events/register-queue.ts'
import { allowedDomain } from './objects/allowed-domain.ts'
import { attachment } from './objects/attachment.ts'
import { bot, botService } from './objects/bot.ts'
import { channelFolder } from './objects/channel-folder.ts'
import { channel, subscription, unsubscribedChannel } from './objects/channel.ts'
import { customEmoji } from './objects/custom-emoji.ts'
import { device } from './objects/device.ts'
import { draft, newDraft } from './objects/draft.ts'
import { invite } from './objects/invite.ts'
import { linkifier } from './objects/linkifier.ts'
import {
  editHistoryEntry,
  eventMessage,
  message,
  reaction,
  recipient,
  submessage,
  topicLink,
} from './objects/message.ts'
import { navigationView } from './objects/navigation-view.ts'
import { playground } from './objects/playground.ts'
import { legacyPresence, presence } from './objects/presence.ts'
import { profileField, profileValueChange } from './objects/profile-field.ts'
import { exportConsent, realmExport } from './objects/realm-export.ts'
import { savedSnippet } from './objects/saved-snippet.ts'
import { reminder, scheduledMessage } from './objects/scheduled-message.ts'
import { userGroup } from './objects/user-group.ts'
import { userStatus } from './objects/user-status.ts'
import { userTopic, visibilityPolicy } from './objects/user-topic.ts'
import { crossRealmBot, profileFieldValue, role, user } from './objects/user.ts'
import { groupSetting, groupSettingChange, narrow } from './primitives.ts'
import { permissionConfiguration } from './registration/permissions.ts'
import { thumbnailFormat } from './registration/uploads.ts'

/** The schemas that the OpenAPI document describes once, under these names. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  AllowedDomain: allowedDomain,
  DataExport: realmExport,
  ExportConsent: exportConsent,
  Attachment: attachment,
  Bot: bot,
  BotService: botService,
  Channel: channel,
  ChannelFolder: channelFolder,
  ClientCapabilities: clientCapabilities,
  CrossOrganizationBot: crossRealmBot,
  CustomEmoji: customEmoji,
  Device: device,
  Draft: draft,
  EditHistoryEntry: editHistoryEntry,
  EventMessage: eventMessage,
  GroupSetting: groupSetting,
  GroupSettingChange: groupSettingChange,
  Invitation: invite,
  LegacyPresence: legacyPresence,
  Linkifier: linkifier,
  Message: message,
  Narrow: narrow,
  NavigationView: navigationView,
  NewDraft: newDraft,
  PermissionConfiguration: permissionConfiguration,
  Playground: playground,
  Presence: presence,
  ProfileField: profileField,
  ProfileFieldValue: profileFieldValue,
  ProfileValueChange: profileValueChange,
  Reaction: reaction,
  Recipient: recipient,
  Reminder: reminder,
  Role: role,
  SavedSnippet: savedSnippet,
  ScheduledMessage: scheduledMessage,
  Submessage: submessage,
  Subscription: subscription,
  Success: z.object({ result: z.literal('success'), msg: z.literal('') }),
  ThumbnailFormat: thumbnailFormat,
  TopicLink: topicLink,
  UnsubscribedChannel: unsubscribedChannel,
  User: user,
  UserGroup: userGroup,
  UserStatus: userStatus,
  UserTopic: userTopic,
  VisibilityPolicy: visibilityPolicy,
}
