import type { Config } from '#config/config.ts'

/** Providers of video calls that organizations of this server can choose: `realm_available_video_chat_providers`. */
export const videoCallProviders = ({
  videoCalls: { bigBlueButton, nextcloudTalk, constructorGroups, webex },
}: Pick<Config, 'videoCalls'>): Record<string, { name: string; id: number }> => ({
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  ...(bigBlueButton ? { big_blue_button: { name: 'BigBlueButton', id: 4 } } : {}),
  ...(constructorGroups ? { constructor_groups: { name: 'Constructor Groups', id: 6 } } : {}),
  ...(nextcloudTalk ? { nextcloud_talk: { name: 'Nextcloud Talk', id: 7 } } : {}),
  ...(webex ? { webex: { name: 'Webex', id: 8 } } : {}),
})
